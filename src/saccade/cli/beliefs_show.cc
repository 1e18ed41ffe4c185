#include <fmt/format.h>

#include <memory>

#include "saccade/base/error.h"
#include "saccade/base/log.h"
#include "saccade/beliefs/belief_drawing.h"
#include "saccade/beliefs/belief_store.h"
#include "saccade/cli/beliefs.h"
#include "saccade/image/geometry.h"
#include "saccade/image/picture_file.h"

namespace saccade::cli {
namespace {

struct ShowCommand {
  std::string store;
  std::string name;
  std::string images;
  std::vector<std::string> channels;
  bool start_state = false;
  std::string out;
};

void Run(const ShowCommand& command) {
  const BeliefStore store = BeliefStore::Open(command.store);
  const PictureBeliefs beliefs = store.Load(command.name);
  BeliefSheetOptions options;
  options.start_state = command.start_state;
  for (const std::string& word : command.channels) {
    const int channel = ChannelOfWord(word);
    if (channel == kSaliencyChannel && !store.has_saliency()) {
      throw InputError(command.store, "", "has no saliency; build it with --saliency");
    }
    options.channels.push_back(channel);
  }
  Picture picture;
  if (command.images.empty()) {
    LogInfo("without --images the maps are drawn on black");
  } else {
    picture = FitToImage(ReadPicture(std::filesystem::path(command.images) / command.name));
  }
  WritePicture(command.out, DrawBeliefSheet(beliefs, picture, options));
  fmt::print("{}\n", command.out);
}

}  // namespace

void AddBeliefsShow(CLI::App& beliefs, Invocation& invocation) {
  CLI::App* app = beliefs.add_subcommand("show", "Draw the belief maps of a picture");
  app->footer(
      "Example:\n"
      "  saccade beliefs show s.beliefs 000000000005.jpg --images images --channel cup \\\n"
      "      --out sheet.png");
  const auto command = std::make_shared<ShowCommand>();
  app->add_option("store", command->store, "The store")->required()->type_name("FILE");
  app->add_option("picture", command->name, "Name of the picture in the store")
      ->required()
      ->type_name("NAME");
  app->add_option("--images", command->images, "Folder with the pictures, to draw on them")
      ->type_name("DIR");
  app->add_option("--channel", command->channels,
                  "Also the map of this class, or saliency; several with commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME");
  app->add_flag("--start", command->start_state,
                "Also the state after the fixation on the centre, and the cells it changed");
  app->add_option("--out", command->out, "The sheet to write, .png or .jpg")
      ->required()
      ->type_name("FILE");
  app->callback([command, &invocation] { invocation.run = [command] { Run(*command); }; });
}

}  // namespace saccade::cli
