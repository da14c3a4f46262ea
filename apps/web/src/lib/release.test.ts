import { describe, expect, it, vi } from 'vitest'

import { leaveReplacedRelease, type Release } from './release.ts'

const missing = new TypeError('Failed to fetch dynamically imported module: https://shop/assets/form-1a.js')

/** A tab with a page of this release, and a server that answers with this status. */
function tab(answer: number | undefined, entry = 'https://shop/assets/main-1a.js') {
  let left: string | null = null
  const reload = vi.fn()
  const statusOf = vi.fn(async () => answer)
  const page = (name: string): Release => ({
    entry: name,
    statusOf,
    left: { read: () => left, write: (kept) => (left = kept) },
    reload,
  })
  return { page: page(entry), nextPage: page('https://shop/assets/main-2b.js'), reload, statusOf }
}

describe('a page whose file cannot be had', () => {
  it('is loaded anew when the server says that the file is gone', async () => {
    const { page, reload, statusOf } = tab(404)
    expect(await leaveReplacedRelease(missing, page)).toBe(true)
    expect(statusOf).toHaveBeenCalledWith('https://shop/assets/form-1a.js')
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it.each([undefined, 200, 502])('stays when the server says %s', async (answer) => {
    const { page, reload } = tab(answer)
    expect(await leaveReplacedRelease(missing, page)).toBe(false)
    expect(reload).not.toHaveBeenCalled()
  })

  it('asks for its own script where the browser does not say which file it was', async () => {
    const { page, statusOf } = tab(404)
    await leaveReplacedRelease(new TypeError('Importing a module script failed.'), page)
    expect(statusOf).toHaveBeenCalledWith('https://shop/assets/main-1a.js')
  })

  it('is loaded anew once for each release', async () => {
    const { page, nextPage, reload } = tab(404)
    await leaveReplacedRelease(missing, page)
    expect(await leaveReplacedRelease(missing, page)).toBe(false)
    expect(reload).toHaveBeenCalledTimes(1)
    expect(await leaveReplacedRelease(missing, nextPage)).toBe(true)
  })

  it('stays where the browser keeps nothing, for it would never end', async () => {
    const { page, reload } = tab(404)
    const write = (): never => {
      throw new DOMException('forbidden', 'SecurityError')
    }
    expect(await leaveReplacedRelease(missing, { ...page, left: { read: () => null, write } })).toBe(false)
    expect(reload).not.toHaveBeenCalled()
  })
})
