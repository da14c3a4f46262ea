/** The allowed values of settings with a choice. */
export const buyModes = ['buy', 'game', 'both'] as const
export const gamePackages = [
  'local flying knife',
  'local lipstick',
  'H5 flying knife',
  'H5 lipstick',
] as const
export const winningModes = ['random', 'fixed'] as const
export const adModes = ['none', 'local', 'internet', 'game video'] as const
export const gameModes = ['test', 'easy', 'entry', 'normal', 'hard', 'extreme'] as const
export const lampColors = [
  'yellow',
  'green',
  'red',
  'pink',
  'blue',
  'orchid red',
  'purple',
  'jade green',
  'random',
] as const
export const lampStyles = [
  'breathe',
  'rainbow 1',
  'rainbow 2',
  'marquee',
  'slow blink',
  'fast blink',
  'gradual',
  'constant',
] as const
