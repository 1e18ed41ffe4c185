#include "saccade/serve/access.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <random>
#include <string_view>

namespace saccade::serve {
namespace {

constexpr std::string_view kApi = "/api/";
constexpr std::array<std::string_view, 4> kPhotoTypes = {"image/jpeg", "image/png", "image/webp",
                                                         "application/octet-stream"};

// In the same time wherever they differ.
bool SameSecret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return difference == 0;
}

// "image/jpeg; x=y" is "image/jpeg".
std::string_view TypeOf(std::string_view content_type) {
  content_type = content_type.substr(0, content_type.find(';'));
  while (content_type.ends_with(' ')) content_type.remove_suffix(1);
  return content_type;
}

std::optional<Refusal> BodyRefused(const RequestHead& head) {
  if (head.method != "POST") return std::nullopt;
  if (!head.content_encoding.empty()) {
    return Refusal{415, "the body must not be compressed (Content-Encoding)"};
  }
  if (std::ranges::find(kPhotoTypes, TypeOf(head.content_type)) == kPhotoTypes.end()) {
    return Refusal{415,
                   "Content-Type must be image/jpeg, image/png, image/webp or "
                   "application/octet-stream, and the body the photo's bytes"};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Refusal> Refused(const RequestHead& head, const AccessRules& rules) {
  if (head.method != "GET" && head.method != "HEAD" && head.method != "POST") {
    return Refusal{405, "only GET, HEAD and POST are answered"};
  }
  const bool known = std::ranges::find(rules.hosts, head.host) != rules.hosts.end();
  if (!rules.hosts.empty() && !known) {
    return Refusal{421, "this server does not answer to that Host"};
  }
  if (!head.origin.empty() && head.origin != "http://" + head.host) {
    return Refusal{403, "another site's page may not ask (Origin)"};
  }
  const bool asks = head.path.starts_with(kApi);
  if (asks && !rules.token.empty() && !SameSecret(head.authorization, "Bearer " + rules.token)) {
    return Refusal{401, "the token that the server printed is needed: Authorization: Bearer TOKEN"};
  }
  return BodyRefused(head);
}

std::string NewToken() {
  std::random_device device;
  std::string token;
  for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", device());
  return token;
}

}  // namespace saccade::serve
