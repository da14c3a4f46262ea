/** Single journeys of a faulty copy, with the console built anew where its sources were changed. */

import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Failure } from './faulty-copy.ts'
import { ensureBrowser } from './lib/browser.mjs'
import { run } from './lib/child.mjs'
import { ensureConsoleBuilt } from './lib/console-build.mjs'
import { ROOT, Trouble } from './lib/project.mjs'
import { readPlaywrightReport } from './lib/reports.mjs'
import { findRuntime, toolPath } from './lib/runtime.mjs'

/** A condition that does not come true is most of the time of a fault, so journeys of a copy wait less for it. */
const config = `import usual from './playwright.config.ts'
export default { ...usual, workers: 1, timeout: 120_000, expect: { timeout: 25_000 } }
`

export type Journey = { file: string; pattern: string; features?: string }

type Asked = { files: readonly string[]; pattern: string; features?: string | undefined; toTheEnd?: boolean }

export async function journeysOf(copy: string) {
  const browser = await ensureBrowser()
  if ('missing' in browser) throw new Trouble(browser.missing)
  const runtime = findRuntime()
  const env = { ...toolPath(runtime), CHROMIUM_PATH: browser.path }
  const dist = 'apps/web/dist'
  await ensureConsoleBuilt(runtime)
  writeFileSync(join(copy, 'faulty.config.ts'), config)
  const usualConsole = () => {
    rmSync(join(copy, dist), { recursive: true, force: true })
    cpSync(join(ROOT, dist), join(copy, dist), { recursive: true })
  }
  usualConsole()

  async function results({ files, pattern, features, toTheEnd }: Asked) {
    const report = join(copy, 'journeys.json')
    rmSync(report, { force: true })
    const options = ['--config=faulty.config.ts', '--reporter=list,json', ...(toTheEnd ? [] : ['-x'])]
    const { output } = await run(
      runtime,
      [join(ROOT, 'node_modules/.bin/playwright'), 'test', ...options, `--grep=${pattern}`, ...files],
      {
        cwd: copy,
        env: {
          ...env,
          PLAYWRIGHT_JSON_OUTPUT_NAME: report,
          ...(features && { SLOTWISE_FEATURES: features }),
        },
        capture: true,
        group: true,
      },
    )
    return { output, tests: readPlaywrightReport(report) }
  }

  return {
    usualConsole,
    /** False where the faulty console cannot be built. */
    async buildConsole(): Promise<boolean> {
      const { code } = await run(runtime, ['scripts/build.mjs'], {
        cwd: join(copy, 'apps/web'),
        env: { ...env, NODE_ENV: 'production' },
        capture: true,
        group: true,
      })
      return code === 0
    },
    /** The files in which a chosen journey fails without a break. All are tried in one run. */
    async failing(journeys: readonly Journey[]): Promise<ReadonlySet<string>> {
      const files = [...new Set(journeys.map(({ file }) => file))]
      const pattern = [...new Set(journeys.map((one) => `(?:${one.pattern})`))].join('|')
      const { tests } = await results({ files, pattern, toTheEnd: true })
      const passed = new Set(tests.filter(({ outcome }) => outcome === 'passed').map(({ file }) => file))
      const failed = new Set(tests.filter(({ outcome }) => outcome === 'failed').map(({ file }) => file))
      return new Set(files.filter((file) => failed.has(file) || !passed.has(file)))
    },
    /** Undefined where all chosen journeys pass. */
    async failureOf({ file, pattern, features }: Journey): Promise<Failure | undefined> {
      const { output, tests } = await results({ files: [file], pattern, features })
      const failed = tests.find(({ outcome }) => outcome === 'failed')
      const error = /^\s*(?:\w*Error|Test timeout).*$/m.exec(output)?.[0].trim() ?? ''
      if (failed) return { by: failed.name, testFile: file, test: failed.name, error }
      if (tests.some(({ outcome }) => outcome === 'passed')) return undefined
      return { by: `${file}, which did not run`, error: output.trim().split('\n').slice(-5).join(' ') }
    },
  }
}
export type Journeys = Awaited<ReturnType<typeof journeysOf>>

export const changesConsole = (file: string): boolean => /^(apps\/web|packages)\//.test(file)
