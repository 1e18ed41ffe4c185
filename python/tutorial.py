# %% [markdown]
# # Tutorial
#
# Made by `python/tutorial.py`, which is a script in cells: run it in an editor that knows them, or render it with
# `python python/render_tutorial.py`.

# %% A made-up kitchen: a microwave on a wall, a sink below
import numpy as np

import saccade

CLASSES = {"microwave": 68, "sink": 71, "wall": 131}
maps = np.zeros((134, 20, 32), np.float32)
maps[CLASSES["wall"]] = 1
for name, rows, columns in (("microwave", slice(4, 7), slice(22, 27)), ("sink", slice(13, 16), slice(5, 11))):
    maps[:, rows, columns] = 0
    maps[CLASSES[name], rows, columns] = 0.8
kitchen = saccade.Picture.from_maps(maps, 0.5 * maps, "kitchen")
kitchen.size

# %% Search it ten times, as people would
model = saccade.SearchModel.load("coco-search18-irl")
found = model.search(kitchen, "microwave", samples=10, seed=1)
found

# %% A scanpath is an array: x, y, duration (predictions have none)
found.scanpaths[0].round()

# %% figure: the scanpaths
axes = found.plot()

# %% figure: where the first look goes, and what the model has learned to like
import matplotlib.pyplot as plt

figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3))
left.imshow(model.probability_map(kitchen, "microwave"))
left.set_title("next fixation")
right.imshow(model.reward_map(kitchen, "microwave"))
right.set_title("reward")

# %% Without the microwave's own map it is lost
blind = model.without("microwave").search(kitchen, "microwave", samples=10, seed=1)
blind

# %% Scanpaths are compared in pixels of a screen
saccade.multimatch(found.scanpaths[0], blind.scanpaths[0], screen=(512, 320))

# %% All against all, on all cores
similarity = saccade.multimatch_matrix(found.scanpaths + blind.scanpaths)[..., 3]
similarity[:10, :10].mean().round(3), similarity[:10, 10:].mean().round(3)

# %% Tables: one fixation a row
found.trials.to_pandas().head(3)

# %% Scores against people: here two of them, who looked straight at it
people = saccade.Trials(
    [
        saccade.Trial("kitchen", "microwave", [[256, 160, 200], [390, 88, 300]], who, box=(352, 64, 80, 48))
        for who in (1, 2)
    ]
)
saccade.evaluate(people, {"ours": found.trials}, bootstrap=0).table()[["tfp_auc", "position"]]

# %% What is wrong is said in one sentence
try:
    model.search(kitchen, "unicorn")
except saccade.InputError as error:
    print(error)
