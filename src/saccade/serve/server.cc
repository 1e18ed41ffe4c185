#include "saccade/serve/server.h"

#include <fmt/format.h>
#include <httplib.h>
#include <sys/socket.h>

#include <atomic>
#include <nlohmann/json.hpp>
#include <thread>

#include "saccade/base/error.h"
#include "saccade/base/log.h"
#include "saccade/serve/access.h"
#include "saccade/serve/admission.h"
#include "saccade/serve/assets.h"
#include "saccade/serve/openapi.h"
#include "saccade/serve/worker_threads.h"
#include "saccade/study/page.h"

namespace saccade::serve {
namespace {

using Clock = Admission::Clock;

constexpr int kBacklog = 128;  // the library's own, 5, loses clients that come together

bool IsLoopback(const std::string& host) {
  return host == "127.0.0.1" || host == "localhost" || host == "::1";
}

std::string JsonError(std::string_view why) {
  return nlohmann::ordered_json{{"error", why}}.dump(-1, ' ', false,
                                                     nlohmann::json::error_handler_t::replace) +
         "\n";
}

void SetError(httplib::Response& response, int status, std::string_view why) {
  response.status = status;
  response.set_content(JsonError(why), "application/json");
  if (status == 429) response.set_header("Retry-After", "1");
}

void SetAnswer(httplib::Response& response, const Answer& answer) {
  response.status = answer.status;
  response.set_content(answer.body, answer.type);
}

Query QueryOf(const httplib::Request& request) {
  Query query;
  for (const auto& [name, value] : request.params) {
    if (!query.emplace(name, value).second) {
      throw InputError(fmt::format("the parameter \"{}\" is given twice", name));
    }
  }
  return query;
}

// What the answer to an error is. Called inside a handler.
void SetException(httplib::Response& response, const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const InputError& wrong) {
    SetError(response, 400, wrong.what());
  } catch (const Interrupted&) {
    SetError(response, 503, "took too long; send a smaller photo, or ask for fewer samples");
  } catch (const std::bad_alloc&) {
    SetError(response, 503, "out of memory; send a smaller photo, or come back later");
  } catch (const std::exception& failed) {
    LogWarning("{}", failed.what());
    SetError(response, 500, failed.what());
  }
}

httplib::Headers SafetyHeaders() {
  return {{"Content-Security-Policy",
           "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
           "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
          {"X-Content-Type-Options", "nosniff"},
          {"Referrer-Policy", "no-referrer"},
          {"Cross-Origin-Resource-Policy", "same-origin"},
          {"Cache-Control", "no-store"}};
}

// As the library wants it.
class TaskQueue : public httplib::TaskQueue {
 public:
  explicit TaskQueue(std::size_t most) : workers_(most) {}
  void enqueue(std::function<void()> job) override { workers_.Add(std::move(job)); }
  void shutdown() override { workers_.Finish(); }

 private:
  WorkerThreads workers_;
};

}  // namespace

void ServerOptions::Check() const {
  if (!IsLoopback(host) && !others) {
    throw InputError(
        fmt::format("--host {} lets other machines ask: add --others if that is meant", host));
  }
  if (port < 0 || port > 65535) throw InputError(fmt::format("there is no port {}", port));
  if (running < 1 || waiting < 0 || connections < 1 || body_bytes < 1) {
    throw InputError("a server needs room for at least one question");
  }
}

class Server::Implementation {
 public:
  Implementation(const ServerOptions& options, PhotoApi photos, DataApi data)
      : options_(options),
        photos_(std::move(photos)),
        data_(std::move(data)),
        admission_(options.running, options.waiting),
        budget_(options.all_body_bytes) {
    if (options.others) rules_.token = NewToken();
    SetLimits();
    SetRoutes();
    Bind();
  }

  int port() const { return port_; }

  std::string Address() const {
    std::string address = fmt::format("http://{}:{}/", options_.host, port_);
    if (!rules_.token.empty()) address += "#token=" + rules_.token;
    return address;
  }

  void Run() {
    runs_ = true;
    const bool served = stopped_ || server_.listen_after_bind();
    runs_ = false;
    if (!served) throw Failure("the server's socket failed");
  }
  // The library forgets what it is told before it listens.
  void Stop() {
    stopped_ = true;
    while (runs_ && !server_.is_running())
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    server_.stop();
  }

 private:
  void SetLimits() {
    server_.new_task_queue = [connections = options_.connections] {
      return new TaskQueue(static_cast<std::size_t>(connections));
    };
    // One question a connection: what a refused one has sent too much is never read as another.
    server_.set_keep_alive_max_count(1);
    server_.set_read_timeout(5);
    server_.set_write_timeout(10);
    server_.set_payload_max_length(options_.body_bytes);
    server_.set_default_headers(SafetyHeaders());
    server_.set_socket_options([this](socket_t socket) {
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
      socket_ = socket;
    });
    server_.set_exception_handler([](const auto&, auto& response, const std::exception_ptr& error) {
      SetException(response, error);
    });
    server_.set_error_handler([](const httplib::Request&, httplib::Response& response) {
      if (!response.body.empty()) return;
      SetError(response, response.status,
               response.status == 404   ? "there is nothing here; see /api/openapi.json"
               : response.status == 413 ? "the photo is too large"
                                        : "the request is not one that can be read");
    });
    server_.set_pre_routing_handler([this](const auto& request, auto& response) {
      const auto refusal =
          Refused({.method = request.method,
                   .path = request.path,
                   .host = request.get_header_value("Host"),
                   .origin = request.get_header_value("Origin"),
                   .authorization = request.get_header_value("Authorization"),
                   .content_type = request.get_header_value("Content-Type"),
                   .content_encoding = request.get_header_value("Content-Encoding")},
                  rules_);
      if (!refusal) return httplib::Server::HandlerResponse::Unhandled;
      SetError(response, refusal->status, refusal->why);
      return httplib::Server::HandlerResponse::Handled;
    });
  }

  void SetRoutes() {
    const auto get = [this](const char* path, std::function<Answer(const Query&)> answer) {
      server_.Get(path, [answer](const auto& request, auto& response) {
        SetAnswer(response, answer(QueryOf(request)));
      });
    };
    const auto file = [&](const char* path, std::string_view text, const char* type) {
      get(path,
          [text, type](const Query&) { return Answer{.type = type, .body = std::string(text)}; });
    };
    file("/", ServePage(), "text/html; charset=utf-8");
    file("/page\\.css", PageStyle(), "text/css; charset=utf-8");
    file("/serve\\.css", ServeStyle(), "text/css; charset=utf-8");
    file("/serve\\.js", ServeScript(), "text/javascript; charset=utf-8");
    file("/health", "{\"status\": \"ok\"}\n", "application/json");
    file("/api/openapi\\.json", OpenApi(), "application/json");
    get("/api/models", [this](const Query&) { return photos_.Models(); });
    get("/api/sample", [this](const Query&) { return photos_.Sample(); });
    get("/api/search", [this](const Query& query) { return data_.Search(query); });
    get("/api/picture", [this](const Query& query) { return data_.Picture(query); });
    server_.Post("/api/predict",
                 [this](const httplib::Request& request, httplib::Response& response,
                        const httplib::ContentReader& read) { Predict(request, response, read); });
  }

  void Bind() {
    port_ = options_.port;
    const bool bound = options_.port == 0 ? (port_ = server_.bind_to_any_port(options_.host)) > 0
                                          : server_.bind_to_port(options_.host, options_.port);
    if (!bound) {
      throw InputError(fmt::format("{} port {} cannot be had; is another server there? --port N",
                                   options_.host, options_.port));
    }
    ::listen(socket_, kBacklog);
    if (options_.others) return;  // under whatever name: the token is asked for
    for (const char* name : {"127.0.0.1", "localhost", "[::1]"}) {
      rules_.hosts.push_back(fmt::format("{}:{}", name, port_));
    }
  }

  // The body as it comes, as long as it is small, soon enough and there is room for it.
  bool ReadBody(const httplib::ContentReader& read, BodyBudget::Share& share, std::string& body,
                httplib::Response& response) const {
    const auto until = Clock::now() + options_.body_time;
    std::optional<Refusal> refusal;
    const bool whole = read([&](const char* bytes, std::size_t count) {
      if (body.size() + count > options_.body_bytes) {
        refusal = {413, fmt::format("the photo is larger than {} MB", options_.body_bytes >> 20)};
      } else if (Clock::now() > until) {
        refusal = {408, "the photo took too long to come"};
      } else if (!share.Take(count)) {
        refusal = {429, "too many photos are coming at once; come back in a second"};
      } else {
        body.append(bytes, count);
      }
      return !refusal;
    });
    if (refusal) SetError(response, refusal->status, refusal->why);
    if (!refusal && !whole && response.status < 400) {
      SetError(response, 400, "the body ended early");
    }
    return whole && !refusal;
  }

  void Predict(const httplib::Request& request, httplib::Response& response,
               const httplib::ContentReader& read) {
    const Query query = QueryOf(request);
    photos_.Check(query);
    BodyBudget::Share share(budget_);
    std::string body;
    if (!ReadBody(read, share, body, response)) return;
    const auto until = Clock::now() + options_.answer_time;
    const auto [outcome, place] = admission_.Enter(until);
    if (outcome == Admission::Outcome::kFull) {
      return SetError(response, 429, "too many questions at once; come back in a second");
    }
    if (outcome == Admission::Outcome::kTooLate) {
      return SetError(response, 503, "no turn came in time; come back later");
    }
    const Watch watch{.progress = [until](const ProgressReport&) { return Clock::now() < until; }};
    SetAnswer(response, photos_.Predict(query, body, watch));
  }

  ServerOptions options_;
  PhotoApi photos_;
  DataApi data_;
  AccessRules rules_;
  Admission admission_;
  BodyBudget budget_;
  httplib::Server server_;
  socket_t socket_ = INVALID_SOCKET;
  int port_ = 0;
  std::atomic<bool> runs_{false}, stopped_{false};
};

Server::Server(const ServerOptions& options, PhotoApi photos, DataApi data) {
  options.Check();
  implementation_ = std::make_unique<Implementation>(options, std::move(photos), std::move(data));
}
Server::~Server() = default;

int Server::port() const { return implementation_->port(); }
std::string Server::Address() const { return implementation_->Address(); }
void Server::Run() { implementation_->Run(); }
void Server::Stop() { implementation_->Stop(); }

}  // namespace saccade::serve
