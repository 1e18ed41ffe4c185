#pragma once

#include "saccade/base/random.h"
#include "saccade/synth/solid.h"

namespace saccade::synth {

// The things of the simulated world, each in several looks drawn from `random`, life size in
// metres. A thing stands on y = 0 above the origin and its front looks to -z; things that hang on a
// wall have their back at z = 0 and their middle at the origin.

// shapes_tableware.cc
Solid Cup(Random& random);
Solid Bowl(Random& random);
Solid Bottle(Random& random);
Solid WineGlass(Random& random);
Solid Vase(Random& random);
Solid Plate(Random& random);
Solid Fork(Random& random);   // lies flat, along z, tines to +z
Solid Knife(Random& random);  // likewise, blade to +z
Solid Spoon(Random& random);
Solid Apple(Random& random);
Solid Orange(Random& random);
Solid Banana(Random& random);

// shapes_desk.cc
Solid Keyboard(Random& random);
Solid Mouse(Random& random);
Solid Monitor(Random& random);     // a screen on a foot: "tv" in COCO's words
Solid Television(Random& random);  // a large one on short feet
Solid Laptop(Random& random);
Solid CellPhone(Random& random);
Solid Remote(Random& random);
Solid Book(Random& random);
Solid WallClock(Random& random);
Solid DeskLamp(Random& random);

// shapes_furniture.cc
Solid DiningChair(Random& random);
Solid OfficeChair(Random& random);
Solid Couch(Random& random);
Solid Table(double width, double height, double depth, Random& random);
Solid Cabinet(double width, double height, double depth, int doors, Random& random);
Solid Bookshelf(double width, Random& random);  // hangs on a wall
Solid PottedPlant(Random& random);
Solid Window(double width, double height, Random& random);   // hangs on a wall
Solid Curtain(double width, double height, Random& random);  // likewise
Solid Door(Random& random);                                  // stands before a wall
Solid WallPicture(Random& random);                           // hangs on a wall

// shapes_appliances.cc
Solid Microwave(Random& random);
Solid Oven(Random& random);  // a range: hob, oven door, knobs
Solid Refrigerator(Random& random);
Solid Toaster(Random& random);
Solid KitchenSink(Random& random);   // let into a counter whose top is y = 0
Solid BathroomSink(Random& random);  // a basin that stands on y = 0
Solid Toilet(Random& random);
Solid Mirror(double width, double height);  // hangs on a wall
Solid Towel(Random& random);                // hangs on a wall
Solid RangeHood(Random& random);            // hangs on a wall

// shapes_street.cc: lengths along x
Solid Car(Random& random);
Solid Truck(Random& random);
Solid StopSign(Random& random);  // the plate; its middle is the origin
Solid SignPost(double height);
Solid TrafficLight(Random& random);
Solid FireHydrant(Random& random);
Solid Bench(Random& random);
Solid ParkingMeter(Random& random);
Solid Tree(Random& random);
Solid Building(double width, double height, double depth, Random& random);
Solid House(double width, Random& random);
Solid Fence(double length, Random& random);

// A colour with each part moved by up to `spread`.
Tint Vary(const Tint& tint, double spread, Random& random);
// A saturated colour as crockery, cars and covers have.
Tint Vivid(Random& random);

}  // namespace saccade::synth
