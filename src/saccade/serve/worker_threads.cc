#include "saccade/serve/worker_threads.h"

#include <new>
#include <system_error>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/log.h"

namespace saccade::serve {

WorkerThreads::WorkerThreads(std::size_t most) : most_(most) {
  const std::lock_guard lock(mutex_);
  Grow();
  if (threads_.empty()) throw Failure("no thread can be had to answer questions");
}

void WorkerThreads::Grow() {
  try {
    threads_.reserve(threads_.size() + 1);
    threads_.emplace_back([this] { Work(); });
  } catch (const std::system_error&) {  // those there are do it
  } catch (const std::bad_alloc&) {
  }
}

void WorkerThreads::Add(std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
    if (jobs_.size() > idle_ && threads_.size() < most_) Grow();
  }
  wake_.notify_one();
}

void WorkerThreads::Work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    wake_.wait(lock, [this] { return !jobs_.empty() || finished_; });
    --idle_;
    if (jobs_.empty()) return;
    const std::function<void()> job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    try {
      job();
    } catch (const std::exception& error) {  // one question less, and no server less
      LogWarning("{}", error.what());
    }
    lock.lock();
  }
}

void WorkerThreads::Finish() {
  {
    const std::lock_guard lock(mutex_);
    finished_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

std::size_t WorkerThreads::threads() const {
  const std::lock_guard lock(mutex_);
  return threads_.size();
}

}  // namespace saccade::serve
