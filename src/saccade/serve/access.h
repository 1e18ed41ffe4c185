#pragma once

#include <optional>
#include <string>
#include <vector>

namespace saccade::serve {

// What a refused request is told.
struct Refusal {
  int status = 400;
  std::string why;
};

// Who may ask. A page in the user's own browser is the danger: any web page may send requests to
// this machine, and a name that its owner points here (DNS rebinding) makes them look like ours.
struct AccessRules {
  // The names under which the server may be called, "127.0.0.1:8383". Empty: any; then there must
  // be a token.
  std::vector<std::string> hosts{};
  std::string token{};  // that every question must carry; empty: none
};

// What is known of a request before its body.
struct RequestHead {
  std::string method{};
  std::string path{};
  std::string host{};
  std::string origin{};  // empty where the browser sends none
  std::string authorization{};
  std::string content_type{};
  std::string content_encoding{};
};

// Nothing for a request that may go on.
std::optional<Refusal> Refused(const RequestHead& head, const AccessRules& rules);

// 128 random bits as 32 hexadecimal digits, from the system.
std::string NewToken();

}  // namespace saccade::serve
