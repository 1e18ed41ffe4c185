#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <string_view>

#include "saccade/image/picture_file.h"
#include "saccade/study/graphic.h"

namespace saccade {
namespace {

constexpr double kPoints = .75;  // of a pixel of the page
constexpr int kJpegQuality = 90;

// Advance widths of the standard Helvetica and Helvetica-Bold, thousandths of the size, of the
// letters from blank to tilde (Adobe's font metrics).
constexpr std::array<short, 95> kRegular = {
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};
constexpr std::array<short, 95> kBold = {
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667,
    611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
    278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584};

// UTF-8 as the bytes of WinAnsiEncoding.
std::string WinAnsi(std::string_view utf8) {
  static const std::map<char32_t, char> kSigns = {
      {0x2013, '\x96'}, {0x2014, '\x97'}, {0x2212, '\x96'}, {0x2018, '\x91'},
      {0x2019, '\x92'}, {0x2022, '\x95'}, {0x2026, '\x85'}, {0x20AC, '\x80'}};
  std::string bytes;
  for (std::size_t i = 0; i < utf8.size();) {
    const auto lead = static_cast<unsigned char>(utf8[i]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    char32_t code = length == 1 ? lead : lead & (0xFFu >> (length + 1));
    for (std::size_t k = 1; k < length && i + k < utf8.size(); ++k) {
      code = (code << 6) | (static_cast<unsigned char>(utf8[i + k]) & 0x3Fu);
    }
    i += length;
    if (code < 0x20) code = ' ';
    if (code < 0x7F || (code >= 0xA0 && code <= 0xFF)) {
      bytes += static_cast<char>(code);
    } else {
      const auto sign = kSigns.find(code);
      bytes += sign == kSigns.end() ? '?' : sign->second;
    }
  }
  return bytes;
}

double WidthOf(std::string_view bytes, double size, bool bold) {
  double width = 0;
  for (const char c : bytes) {
    const auto u = static_cast<unsigned char>(c);
    width += u >= 32 && u < 127 ? (bold ? kBold : kRegular)[u - 32] : 556;
  }
  return width * size / 1000;
}

std::string Quoted(std::string_view bytes) {
  std::string text = "(";
  for (const char c : bytes) {
    if (c == '(' || c == ')' || c == '\\') text += '\\';
    text += c;
  }
  return text + ")";
}

std::string Rgb(Color color, const char* op) {
  return fmt::format("{:.3f} {:.3f} {:.3f} {}\n", color.r / 255.0, color.g / 255.0, color.b / 255.0,
                     op);
}

// The operators of a page's content, in pixels of the page: a matrix at its start brings them to
// points from the bottom.
class Content {
 public:
  explicit Content(const Graphic& graphic) {
    text_ = fmt::format("{0} 0 0 -{0} 0 {1:.2f} cm\n1 j\n", kPoints, graphic.height * kPoints);
    for (const GraphicShape& shape : graphic.shapes) {
      std::visit([&](const auto& s) { Add(s); }, shape);
    }
  }

  const std::string& text() const { return text_; }
  const std::map<int, std::string>& opacities() const { return opacities_; }  // percent: name
  const std::vector<const Picture*>& images() const { return images_; }

 private:
  void Path(const GraphicPoints& points) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      text_ += fmt::format("{:.2f} {:.2f} {}\n", points[i].x, points[i].y, i == 0 ? "m" : "l");
    }
  }

  void Add(const GraphicLine& line) {
    text_ += Rgb(line.color, "RG") +
             fmt::format("{:.2f} w {} 0 d\n", line.thickness, line.dashed ? "[6 4]" : "[]");
    Path(line.points);
    text_ += "S\n";
  }

  void Add(const GraphicPolygon& polygon) {
    const int percent = static_cast<int>(std::lround(100 * polygon.opacity));
    if (percent < 100) {
      opacities_.try_emplace(percent, fmt::format("G{}", percent));
      text_ += fmt::format("q /G{} gs\n", percent);
    }
    text_ += Rgb(polygon.color, "rg");
    Path(polygon.points);
    text_ += percent < 100 ? "f\nQ\n" : "f\n";
  }

  // Four cubic curves; .5523 makes them round to 3 in 10,000.
  void Add(const GraphicCircle& circle) {
    const auto& [x, y] = circle.center;
    const double r = circle.radius, k = .5523 * r;
    text_ += Rgb(circle.color, "rg") +
             fmt::format(
                 "{:.2f} {:.2f} m\n{:.2f} {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} c\n"
                 "{:.2f} {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} c\n"
                 "{:.2f} {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} c\n"
                 "{:.2f} {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} c\nf\n",
                 x + r, y, x + r, y + k, x + k, y + r, x, y + r, x - k, y + r, x - r, y + k, x - r,
                 y, x - r, y - k, x - k, y - r, x, y - r, x + k, y - r, x + r, y - k, x + r, y);
  }

  // The matrix turns the letters upright again, as the page's points up and the graphic down.
  void Add(const GraphicText& text) {
    const std::string bytes = WinAnsi(text.text);
    const double wide = WidthOf(bytes, text.size, text.bold);
    const double back = text.align == TextAlign::kLeft     ? 0
                        : text.align == TextAlign::kCenter ? wide / 2
                                                           : wide;
    const double turn = text.turn * std::numbers::pi / 180, c = std::cos(turn), s = std::sin(turn);
    text_ +=
        "BT\n" + Rgb(text.color, "rg") +
        fmt::format("/F{} {:.3g} Tf\n{:.4f} {:.4f} {:.4f} {:.4f} {:.2f} {:.2f} Tm\n{} Tj\nET\n",
                    text.bold ? 2 : 1, text.size, c, -s, -s, -c, text.at.x - back * c,
                    text.at.y + back * s, Quoted(bytes));
  }

  void Add(const GraphicImage& image) {
    text_ +=
        fmt::format("q {:.2f} 0 0 -{:.2f} {:.2f} {:.2f} cm /I{} Do Q\n", image.box.width,
                    image.box.height, image.box.x, image.box.y + image.box.height, images_.size());
    images_.push_back(&image.picture);
  }

  std::string text_;
  std::map<int, std::string> opacities_;
  std::vector<const Picture*> images_;
};

// Objects in order, then where each begins.
class Document {
 public:
  int Add(std::string_view body) {
    starts_.push_back(bytes_.size());
    bytes_ += fmt::format("{} 0 obj\n{}\nendobj\n", starts_.size(), body);
    return static_cast<int>(starts_.size());
  }
  int AddStream(std::string_view dictionary, std::string_view stream) {
    return Add(fmt::format("<< {} /Length {} >>\nstream\n{}\nendstream", dictionary, stream.size(),
                           stream));
  }

  std::string Finish(int catalog, int info) {
    const std::size_t table = bytes_.size();
    bytes_ += fmt::format("xref\n0 {}\n0000000000 65535 f \n", starts_.size() + 1);
    for (const std::size_t start : starts_) bytes_ += fmt::format("{:010d} 00000 n \n", start);
    bytes_ +=
        fmt::format("trailer\n<< /Size {} /Root {} 0 R /Info {} 0 R >>\nstartxref\n{}\n%%EOF\n",
                    starts_.size() + 1, catalog, info, table);
    return std::move(bytes_);
  }

 private:
  // The second line's bytes tell programs that the file is not text.
  std::string bytes_ = "%PDF-1.4\n%\xE2\xE3\xCF\xD3\n";
  std::vector<std::size_t> starts_;
};

}  // namespace

double HelveticaWidth(const std::string& text, double size, bool bold) {
  return WidthOf(WinAnsi(text), size, bold);
}

std::string GraphicPdf(const Graphic& graphic) {
  const Content content(graphic);
  Document document;
  std::string fonts, states, images;
  for (const int font : {1, 2}) {
    const int number =
        document.Add(fmt::format("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica{} /Encoding "
                                 "/WinAnsiEncoding >>",
                                 font == 2 ? "-Bold" : ""));
    fonts += fmt::format("/F{} {} 0 R ", font, number);
  }
  for (const auto& [percent, name] : content.opacities()) {
    states += fmt::format("/{} {} 0 R ", name,
                          document.Add(fmt::format("<< /ca {:.2f} >>", percent / 100.0)));
  }
  for (std::size_t i = 0; i < content.images().size(); ++i) {
    const Picture& picture = *content.images()[i];
    images += fmt::format(
        "/I{} {} 0 R ", i,
        document.AddStream(fmt::format("/Type /XObject /Subtype /Image /Width {} /Height {} "
                                       "/ColorSpace /DeviceRGB /BitsPerComponent 8 "
                                       "/Filter /DCTDecode",
                                       picture.width, picture.height),
                           EncodeJpeg(picture, kJpegQuality)));
  }
  const int stream = document.AddStream("", content.text());
  const int page = stream + 1, pages = stream + 2;
  document.Add(fmt::format(
      "<< /Type /Page /Parent {} 0 R /MediaBox [0 0 {:.2f} {:.2f}] /Contents {} 0 R /Resources << "
      "/Font << {}>> /ExtGState << {}>> /XObject << {}>> >> >>",
      pages, graphic.width * kPoints, graphic.height * kPoints, stream, fonts, states, images));
  document.Add(fmt::format("<< /Type /Pages /Kids [{} 0 R] /Count 1 >>", page));
  const int catalog = document.Add(fmt::format("<< /Type /Catalog /Pages {} 0 R >>", pages));
  const int info = document.Add(
      fmt::format("<< /Title {} /Producer (saccade) >>", Quoted(WinAnsi(graphic.title))));
  return document.Finish(catalog, info);
}

}  // namespace saccade
