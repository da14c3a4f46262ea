import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{ name: string, file?: string, outcome: 'passed' | 'failed' | 'skipped', ms: number }} TestResult */

/**
 * The parts we read of Vitest's and Playwright's JSON reports.
 * @typedef {{ title: string, ancestorTitles: string[], status: string, duration?: number | null }} VitestTest
 * @typedef {{ name: string, status: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ status: string, projectName: string, results: { duration: number }[] }} JourneyRun
 * @typedef {{ title: string, specs?: { title: string, tests: JourneyRun[] }[], suites?: JourneySuite[] }} JourneySuite
 */

/**
 * @param {string} file
 * @param {string} root
 * @returns {TestResult[]}
 */
export function readVitestReport(file, root) {
  /** @type {{ testResults: VitestFile[] }} */
  const report = readJson(file) ?? { testResults: [] }
  return report.testResults.flatMap((suite) => {
    const path = suite.name.replace(`${root}/`, '')
    const tests = suite.assertionResults.map((test) => ({
      name: [path, ...test.ancestorTitles, test.title].join(' › '),
      file: path,
      outcome: vitestOutcome(test.status),
      ms: test.duration ?? 0,
    }))
    // A file that cannot be loaded has no tests and counts as one failure.
    const broken = suite.status === 'failed' && !tests.some(({ outcome }) => outcome === 'failed')
    return broken
      ? [...tests, { name: path, file: path, outcome: /** @type {const} */ ('failed'), ms: 0 }]
      : tests
  })
}

/**
 * @param {string} status
 * @returns {TestResult['outcome']}
 */
function vitestOutcome(status) {
  return status === 'passed' || status === 'failed' ? status : 'skipped'
}

/**
 * @param {string} file
 * @returns {TestResult[]}
 */
export function readPlaywrightReport(file) {
  /** @type {{ suites: JourneySuite[] }} */
  const report = readJson(file) ?? { suites: [] }
  return report.suites.flatMap((suite) => journeysIn(suite, [], `e2e/${suite.title}`))
}

/**
 * @param {JourneySuite} suite
 * @param {string[]} above
 * @param {string} file
 * @returns {TestResult[]}
 */
function journeysIn(suite, above, file) {
  const titles = [...above, suite.title]
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map((test) => ({
      name: [...titles, spec.title].join(' › ') + (test.projectName ? ` [${test.projectName}]` : ''),
      file,
      outcome: journeyOutcome(test.status),
      ms: test.results.reduce((sum, result) => sum + result.duration, 0),
    })),
  )
  return [...own, ...(suite.suites ?? []).flatMap((inner) => journeysIn(inner, titles, file))]
}

/**
 * `flaky` means that the journey passed only at a second attempt, which counts as failed.
 * @param {string} status
 * @returns {TestResult['outcome']}
 */
function journeyOutcome(status) {
  if (status === 'expected') return 'passed'
  return status === 'skipped' ? 'skipped' : 'failed'
}

/** @param {string} file */
function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
