import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { createLoader } from './loader.ts'

const network = (onLine: boolean): void => void vi.stubGlobal('navigator', { onLine })
const stays = async (): Promise<boolean> => false

/** Code that loads only while the line is up. */
function part(line: { up: boolean }) {
  const load = vi.fn(async () => {
    if (!line.up) throw new TypeError('Failed to fetch dynamically imported module')
    return 'the form'
  })
  return { load, loader: createLoader(load, { leaveRelease: stays }) }
}

beforeEach(() => network(true))
afterEach(() => vi.unstubAllGlobals())

describe('code that is fetched when it is wanted', () => {
  it('is fetched once, however many want it', async () => {
    const { load, loader } = part({ up: true })
    expect(loader.loaded()).toBeUndefined()
    expect(await Promise.all([loader.want(), loader.want()])).toEqual(['the form', 'the form'])
    await loader.want()
    expect(load).toHaveBeenCalledTimes(1)
    expect(loader.loaded()).toBe('the form')
  })

  it('fails in words, and is there when it is wanted again', async () => {
    const line = { up: false }
    const { loader } = part(line)
    await expect(loader.want()).rejects.toMatchObject({ kind: 'network', message: '请求超时，请刷新' })
    line.up = true
    expect(await loader.want()).toBe('the form')
  })

  it('is not asked for in vain where there is no network, and works there once it was fetched', async () => {
    const { load, loader } = part({ up: true })
    network(false)
    await expect(loader.want()).rejects.toMatchObject({ kind: 'offline' })
    loader.prefetch()
    expect(load).not.toHaveBeenCalled()
    network(true)
    loader.prefetch()
    network(false)
    expect(await loader.want()).toBe('the form')
  })

  it('is asked for without a network where the service worker keeps it', async () => {
    const load = vi.fn(async () => 'the page')
    const kept = createLoader(load, { worksOffline: true })
    network(false)
    await expect(kept.want()).rejects.toMatchObject({ kind: 'offline' })
    vi.stubGlobal('navigator', { onLine: false, serviceWorker: { controller: {} } })
    expect(await kept.want()).toBe('the page')
    const other = part({ up: true })
    await expect(other.loader.want()).rejects.toMatchObject({ kind: 'offline' })
  })

  it('says nothing when it was only fetched ahead', async () => {
    const line = { up: false }
    const { load, loader } = part(line)
    loader.prefetch()
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
    line.up = true
    await vi.waitFor(async () => expect(await loader.want()).toBe('the form'))
  })
})
