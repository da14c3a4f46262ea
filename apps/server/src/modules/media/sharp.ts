import type sharp from 'sharp'

let loaded: Promise<typeof sharp> | undefined

/** Loads sharp at the first picture, because its libraries take 10 MB from servers that draw none. */
export function loadSharp(): Promise<typeof sharp> {
  loaded ??= import('sharp').then(({ default: library }) => {
    // The cache would keep decoded pictures in memory, and no picture is decoded twice. One thread per drawing: an
    // upload and a style at once fill the cores already.
    library.cache(false)
    library.concurrency(1)
    return library
  })
  return loaded
}
