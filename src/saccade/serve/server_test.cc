#include "saccade/serve/server.h"

#include <gtest/gtest.h>

#include <memory>
#include <thread>

#include "saccade/app/predict_photo.h"

namespace saccade::serve {
namespace {

std::unique_ptr<Server> LocalServer() {
  ServerOptions options;
  options.port = 0;
  app::PhotoSearcherOptions searcher;
  searcher.model = "target-sharp";
  const auto opened = std::make_shared<const app::PhotoSearcher>(app::OpenPhotoSearcher(searcher));
  return std::make_unique<Server>(options, PhotoApi(opened, std::nullopt, 0), DataApi());
}

// A server that forgets what it was told runs for ever: these tests would not end.
TEST(Server, ToldToStopBeforeItRunsItDoesNotRun) {
  const auto server = LocalServer();
  server->Stop();
  server->Run();
}

TEST(Server, StopsHoweverSoonItIsTold) {
  for (int time = 0; time < 20; ++time) {
    const auto server = LocalServer();
    std::thread runs([&server] { server->Run(); });
    server->Stop();
    runs.join();
  }
}

}  // namespace
}  // namespace saccade::serve
