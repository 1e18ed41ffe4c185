#pragma once

#include <string_view>

#include "saccade/synth/scene.h"
#include "saccade/synth/shapes.h"

namespace saccade::synth {

// Puts solids into a scene; what the layouts are written with.
class SceneBuilder {
 public:
  SceneBuilder(SceneKind kind, int task, Random& random);

  Random& random() { return random_; }
  bool Chance(double probability) { return random_.Uniform() < probability; }
  double Between(double low, double high) { return random_.Uniform(low, high); }
  // Whether this is what will be searched for.
  bool Wants(std::string_view category) const { return category == task_name_; }
  // True always for the target, otherwise with the probability.
  bool Include(std::string_view category, double probability) {
    const bool chosen = Chance(probability);
    return Wants(category) || chosen;
  }

  // `category` is a name of scene/category.h, or "" for what has no class. Returns its index.
  std::size_t Add(std::string_view category, const Solid& solid, const Pose& pose);
  // What has no class of its own and is taken for what carries it: plates for the table, pictures
  // for the wall. Joins the first object of the category.
  void AddTo(std::string_view category, const Solid& solid, const Pose& pose);
  // Floors, walls, the sky: no shadow falls from them.
  std::size_t AddBackdrop(std::string_view category, const Solid& solid);

  // A room with its back wall at z = back: floor, ceiling, side walls at -width/2 and width/2.
  struct Room {
    double width = 4.4;
    double height = 2.6;
    double front = -6;  // z where floor and side walls end, behind the camera
    double back = 0;    // z of the back wall
    bool tiled = false;
  };
  void AddRoom(const Room& room);

  Layout Finish(const CameraRange& range, const Light& light);

 private:
  Random& random_;
  std::string_view task_name_;
  Scene scene_;
};

// Turns a thing to its left or right wall, or towards the viewer.
inline constexpr double kQuarterTurn = 1.5707963267948966;

Layout LayOutKitchen(int task, Random& random);
Layout LayOutOffice(int task, Random& random);
Layout LayOutDiningRoom(int task, Random& random);
Layout LayOutBathroom(int task, Random& random);
Layout LayOutLivingRoom(int task, Random& random);
Layout LayOutStreet(int task, Random& random);

}  // namespace saccade::synth
