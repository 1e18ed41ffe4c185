#include "saccade/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "saccade/base/error.h"
#include "saccade/base/watch.h"

namespace saccade {
namespace {

std::atomic<int> g_threads{0};
thread_local bool t_inside_loop = false;

// One loop's shared state; workers take indices from `next` until it runs past `count`.
struct Loop {
  std::size_t count = 0;
  const std::function<void(std::size_t, int)>* body = nullptr;
  WatchScope* watch = WatchScope::Current();  // of who began it
  std::atomic<std::size_t> next{0};
  std::mutex error_mutex;
  std::exception_ptr error;
  std::size_t error_index = std::numeric_limits<std::size_t>::max();

  void Run(int worker) {
    t_inside_loop = true;
    WatchScope* const mine = WatchScope::Current();
    WatchScope::SetCurrent(watch);
    for (std::size_t i = next.fetch_add(1); i < count && !IsLeft(); i = next.fetch_add(1)) {
      try {
        (*body)(i, worker);
      } catch (...) {
        const std::lock_guard lock(error_mutex);
        if (i < error_index) {
          error_index = i;
          error = std::current_exception();
        }
      }
    }
    WatchScope::SetCurrent(mine);
    t_inside_loop = false;
  }

  bool IsLeft() const { return watch != nullptr && watch->StopsAnywhere(); }
};

// Threads that wait for loops. They live as long as the process: starting a thread costs more than
// many of our loops.
class Pool {
 public:
  static Pool& Get() {
    static Pool pool;
    return pool;
  }

  // Runs `loop` on this thread and `helpers` others.
  void Run(Loop& loop, int helpers) {
    const std::lock_guard one_loop_at_a_time(run_mutex_);
    {
      const std::lock_guard lock(mutex_);
      try {
        while (static_cast<int>(threads_.size()) < helpers) {
          const int worker = static_cast<int>(threads_.size()) + 1;
          threads_.emplace_back([this, worker] { Work(worker); });
        }
      } catch (const std::system_error&) {
        // No more threads to be had; those there are do it, and this one.
        helpers = static_cast<int>(threads_.size());
      }
      loop_ = &loop;
      wanted_ = helpers;
      running_ = helpers;
      ++generation_;
    }
    wake_.notify_all();
    loop.Run(0);
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return running_ == 0; });
    loop_ = nullptr;
  }

  ~Pool() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  void Work(int worker) {
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [&] { return stop_ || (generation_ != seen && loop_ != nullptr); });
      if (stop_) return;
      seen = generation_;
      if (worker > wanted_) continue;
      Loop* loop = loop_;
      lock.unlock();
      loop->Run(worker);
      lock.lock();
      if (--running_ == 0) done_.notify_one();
    }
  }

  std::mutex run_mutex_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  std::vector<std::thread> threads_;
  Loop* loop_ = nullptr;
  int wanted_ = 0;
  int running_ = 0;
  std::uint64_t generation_ = 0;
  bool stop_ = false;
};

}  // namespace

void SetThreads(int threads) { g_threads = std::max(0, threads); }

int Threads() {
  const int threads = g_threads;
  if (threads > 0) return threads;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void ParallelForWithWorker(std::size_t count, const std::function<void(std::size_t, int)>& body) {
  const int helpers = static_cast<int>(std::min<std::size_t>(Threads(), count)) - 1;
  Loop loop;
  loop.count = count;
  loop.body = &body;
  if (t_inside_loop) {
    for (std::size_t i = 0; i < count; ++i) body(i, 0);
    return;
  }
  if (helpers > 0) {
    Pool::Get().Run(loop, helpers);
  } else {
    loop.Run(0);
  }
  if (loop.error) std::rethrow_exception(loop.error);
  if (loop.IsLeft()) throw Interrupted("stopped");
}

void ParallelFor(std::size_t count, const std::function<void(std::size_t)>& body) {
  ParallelForWithWorker(count, [&body](std::size_t i, int) { body(i); });
}

}  // namespace saccade
