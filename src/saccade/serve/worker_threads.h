#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <list>
#include <mutex>
#include <thread>
#include <vector>

namespace saccade::serve {

// Threads for jobs, one from the start and more when all are busy, at most `most`. Where the
// machine gives no more, those there are do the work. (The HTTP library's own are started all at
// once, and when one of them cannot be, it waits for the others for ever.)
class WorkerThreads {
 public:
  // Throws Failure when not even one thread can be had.
  explicit WorkerThreads(std::size_t most);
  ~WorkerThreads() { Finish(); }
  WorkerThreads(const WorkerThreads&) = delete;
  WorkerThreads& operator=(const WorkerThreads&) = delete;

  void Add(std::function<void()> job);
  // Returns when all jobs are done; there must be no others after it.
  void Finish();
  std::size_t threads() const;

 private:
  void Work();
  void Grow();  // with the lock held

  const std::size_t most_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::list<std::function<void()>> jobs_;
  std::vector<std::thread> threads_;
  std::size_t idle_ = 0;
  bool finished_ = false;
};

}  // namespace saccade::serve
