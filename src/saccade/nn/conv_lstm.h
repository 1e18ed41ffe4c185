#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "saccade/base/random.h"
#include "saccade/formats/named_tensors.h"
#include "saccade/kernels/sparse_state.h"
#include "saccade/nn/gaze_prior.h"
#include "saccade/nn/network_shape.h"

namespace saccade {

// The network of BC-LSTM: beliefs that are updated by a convolutional LSTM instead of by Eq. 1, and
// the policy's actor on top of them (paper, section 3.1: B_{t+1} = ConvLSTM(B_t, I_t)).
//
//   (i, f, g, o) = U * I_t + W * B_t + b        convolutions: U 5x5, W 3x3
//   c_{t+1} = sigmoid(f) c_t + sigmoid(i) tanh(g)
//   B_{t+1} = sigmoid(o) tanh(c_{t+1})
//   logits  = actor3(relu(actor2(relu(actor1(B_{t+1})))))
//
// B_0 = c_0 = 0. The variant is the one without peepholes (no gate sees c directly). U reads the
// task maps as every convolution of the policy does, and so do the actor's layers; it stands where
// the policy has its first convolution and has its size, so that the first decision sees as far.
struct ConvLstmShape {
  int channels = kBeliefChannels;
  int hidden = 32;          // maps of B; a multiple of 4
  bool gaze_prior = false;  // adds gaze_prior.h's tables to the logits

  ConvShape Input() const { return {"lstm_input", channels, 4 * hidden, 5, 2}; }
  ConvShape Actor1() const { return {"actor1", hidden, 64, 3, 1}; }
  ConvShape Actor2() const { return {"actor2", 64, 32, 3, 1}; }
  ConvShape Actor3() const { return {"actor3", 32, 1, 1, 0}; }
  bool operator==(const ConvLstmShape&) const = default;
};

// Names and shapes of all parameters, values zero. The gates stand one after another (i, f, g, o)
// in the first dimension of lstm_input.weight [4h][channels + 18][5][5], lstm_input.bias [4h] and
// lstm_hidden.weight [4h][h][3][3].
NamedTensors EmptyConvLstm(const ConvLstmShape& shape);
// PyTorch's default initialisation (uniform in +-1/sqrt(fan in)); the forget gates' biases are
// raised by 1, so that a new network remembers.
NamedTensors InitialConvLstm(const ConvLstmShape& shape, Random random);
// The shape that weights have. Throws InputError (with `origin` as the file) when a name is
// missing, unknown or of another size.
ConvLstmShape ConvLstmShapeOf(const NamedTensors& weights, const std::string& origin);

// Searches of one picture for one target, as a tree: those that looked at the same places so far
// share a state. Level t holds the states after the t-th fixation.
struct SearchTree {
  struct Level {
    std::vector<SparseState> inputs;  // I_t
    std::vector<int> parents;         // places in the level before; unused in the first level
    std::vector<Gaze> gazes;
  };
  int task = 0;
  std::vector<Level> levels;

  std::size_t States() const;
};

// The network with given weights. Every call runs on the calling thread alone and may come from
// several at once: results depend on the arguments only, to the bit.
class ConvLstm {
 public:
  // `weights` must have the shapes of EmptyConvLstm (ConvLstmShapeOf checks).
  explicit ConvLstm(const NamedTensors& weights);
  ~ConvLstm();
  ConvLstm(ConvLstm&&) noexcept;
  ConvLstm& operator=(ConvLstm&&) noexcept;

  const ConvLstmShape& shape() const { return shape_; }

  // The beliefs (B, c) of some searchers of one picture: a cheap handle, unchanged by any step.
  class Beliefs {
   public:
    int size() const;
    // B of one searcher, [hidden][row][column].
    std::vector<float> Maps(int searcher) const;

   private:
    friend class ConvLstm;
    struct Tensors;
    std::shared_ptr<const Tensors> tensors_;
  };

  // The first beliefs, from I_0.
  Beliefs Start(const SparseState& input, int task) const;
  // Beliefs after one more input each; inputs[i] meets the beliefs of searcher parents[i].
  Beliefs Step(const Beliefs& before, std::span<const int> parents,
               std::span<const SparseState> inputs, int task) const;
  // The next fixation's logits: [searcher][640].
  std::vector<float> Logits(const Beliefs& beliefs, int task, std::span<const Gaze> gazes) const;

  // Given the logits of a state (numbered through the levels of the tree), fills in the gradient
  // of the loss with respect to them.
  using Loss = std::function<void(std::size_t state, std::span<const float> logits,
                                  std::span<float> logit_gradient)>;
  // Adds the gradient of the loss with respect to the weights, through time.
  void AddGradient(const SearchTree& tree, const Loss& loss, NamedTensors& gradient) const;

 private:
  struct Network;
  struct TreePass;
  ConvLstmShape shape_;
  std::unique_ptr<Network> network_;
};

}  // namespace saccade
