#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "saccade/serve/data_api.h"
#include "saccade/serve/photo_api.h"

namespace saccade::serve {

// A page and an interface for programs on this machine (docs/serve.md).
struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 8383;      // 0: any that is free
  bool others = false;  // may answer other machines; then a token is needed
  std::size_t body_bytes = std::size_t{64} << 20;       // of one photo
  std::size_t all_body_bytes = std::size_t{256} << 20;  // of all that arrive at once
  std::chrono::seconds body_time{30};                   // in which a photo must have come
  std::chrono::seconds answer_time{60};                 // waiting and work
  int running = 2;                                      // predictions at once
  int waiting = 32;                                     // more that wait; then 429
  int connections = 256;

  // Throws InputError: another host than loopback without `others`, limits that make no sense.
  void Check() const;
};

class Server {
 public:
  // Binds. Throws InputError when the address cannot be had.
  Server(const ServerOptions& options, PhotoApi photos, DataApi data);
  ~Server();

  int port() const;
  // Where the page is, with its token.
  std::string Address() const;
  // Answers until Stop() is called, from any thread or a signal's.
  void Run();
  void Stop();

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace saccade::serve
