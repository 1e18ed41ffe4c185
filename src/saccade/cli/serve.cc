#include "saccade/cli/serve.h"

#include <signal.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <thread>

#include "saccade/base/error.h"
#include "saccade/base/log.h"
#include "saccade/serve/server.h"

namespace saccade::cli {
namespace {

struct ServeCommand {
  serve::ServerOptions server;
  app::PhotoSearcherOptions searcher;
  std::vector<std::string> parser;
  std::string data;
};

// What the licences of parsers that are commonly used ask of who lets others use them.
void SayWhatOthersNeed(const std::string& address) {
  LogWarning(
      "other machines may ask at {}; whoever has this address may. Photos travel unencrypted.",
      address);
  LogWarning(
      "the parser that make models installs is licensed under AGPL-3.0: who lets others use it "
      "over a network must offer them the source of the whole service, or hold another licence "
      "(docs/models.md)");
}

// Ends the program, or its server once there is one, when the user presses Ctrl-C or the machine
// shuts down. In a thread of its own: what stops a server may not run in a signal handler. Comes
// before all other threads, which inherit that they are left alone by these signals.
class StopOnSignal {
 public:
  StopOnSignal() {
    sigemptyset(&signals_);
    for (const int number : {SIGINT, SIGTERM, SIGUSR2}) sigaddset(&signals_, number);
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    waiter_ = std::thread([this] {
      int received = 0;
      sigwait(&signals_, &received);
      if (received == SIGUSR2) return;
      if (serve::Server* const server = server_) return server->Stop();
      // Nothing is served yet: as every other command is ended.
      pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);
      raise(received);
    });
  }
  ~StopOnSignal() {
    pthread_kill(waiter_.native_handle(), SIGUSR2);
    waiter_.join();
  }
  void Stops(serve::Server& server) { server_ = &server; }

 private:
  sigset_t signals_;
  std::atomic<serve::Server*> server_ = nullptr;
  std::thread waiter_;
};

void Run(ServeCommand command) {
  command.server.Check();
  StopOnSignal stop;
  command.searcher.parsing.parser.assign(command.parser.begin(), command.parser.end());
  command.searcher.parsing.threads = 1;  // several photos are parsed at once
  const auto searcher =
      std::make_shared<const app::PhotoSearcher>(app::OpenPhotoSearcher(command.searcher));
  serve::DataApi data = command.data.empty() ? serve::DataApi() : serve::DataApi(command.data);
  serve::PhotoApi photos(searcher, serve::FindSamplePhoto(), data.searches());
  serve::Server server(command.server, std::move(photos), std::move(data));
  stop.Stops(server);  // before anybody hears where it is, and may want it to end
  if (command.server.others) SayWhatOthersNeed(server.Address());
  fmt::print("{}\n", server.Address());
  // Who started it may wait for the address, and nobody can ask who does not hear it.
  if (std::fflush(stdout) != 0) return;
  LogInfo("Ctrl-C stops it");
  server.Run();
}

}  // namespace

void AddServe(CLI::App& app, Invocation& invocation) {
  const auto command = std::make_shared<ServeCommand>();
  CLI::App* serve = app.add_subcommand("serve", "A page on this machine: photos in, searches out");
  serve->footer("Example:\n  saccade serve --port 8383");
  serve->add_option("--port", command->server.port, "Port; 0 takes one that is free")
      ->capture_default_str()
      ->check(CLI::Range(0, 65535));
  serve
      ->add_option("--host", command->server.host,
                   "Address to answer at; other than this machine's own with --others")
      ->capture_default_str();
  serve->add_flag("--others", command->server.others,
                  "Let other machines ask, with a token; read what is printed about licences");
  serve->add_option("--model", command->searcher.model,
                    "Model folder; default: the one that comes with saccade");
  serve->add_option("--parser", command->parser,
                    "Model file(s) that parse photos; by default what make models installed");
  serve
      ->add_option("--data", command->data,
                   "Folder of a data set with people's scanpaths to look through")
      ->type_name("FOLDER");
  serve->add_option("--running", command->server.running, "Predictions at once")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  serve->add_option("--waiting", command->server.waiting, "Questions that wait; more get 429")
      ->capture_default_str()
      ->check(CLI::Range(0, 10000));
  serve->callback([command, &invocation] { invocation.run = [command] { Run(*command); }; });
}

}  // namespace saccade::cli
