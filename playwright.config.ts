import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { defineConfig } from '@playwright/test'

import { activityPhones } from './e2e/support/activity.ts'
import { dataDirVariable, phoneWithoutPayments } from './e2e/support/server.ts'

/**
 * Journeys in a real browser against the whole product: the built console, the server, and a database of its own in a
 * folder that exists only during the run. The server takes free ports and prints them when it is ready.
 *
 * TRUST_PROXY lets every test use an address of its own, so that the limits per address stay as they are.
 */
const dataDir = (process.env[dataDirVariable] ??= join(tmpdir(), `slotwise-journeys-${process.pid}`))
const isRunner = process.env['TEST_WORKER_INDEX'] === undefined
if (isRunner) process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))

const browsers = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
)
const browser = process.env['CHROMIUM_PATH'] || browsers.find((path) => existsSync(path))

/**
 * A headless browser has address bars all the same, and their suggestions are web pages: a second of work for every
 * test. The browser uses only the last such list, so it repeats Playwright's own entries.
 */
const unwantedFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
]

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 3,
  retries: 0,
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    locale: 'en-US',
    timezoneId: 'Asia/Shanghai',
    screenshot: 'only-on-failure',
    // Without animations, because the pointer of a test would hit an element that is still moving.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(browser === undefined ? {} : { executablePath: browser }),
      args: [
        '--disable-gpu',
        // Pages of one context share a process, and with it the compiled scripts; see e2e/support/context-pool.ts.
        '--process-per-site',
        // A page of a test is gone before compiling its scripts once more, for speed, has paid off.
        '--js-flags=--no-opt,--no-maglev',
        `--disable-features=${unwantedFeatures.join()}`,
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-default-browser-check',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
  projects: [
    { name: 'desktop', testIgnore: 'phone/**', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      testMatch: 'phone/**',
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
  ],
  webServer: {
    command: `exec "${process.execPath}" apps/server/bin/serve.ts`,
    env: {
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      // Journeys do not judge how fast a busy computer opens a connection.
      DATABASE_WAIT_SECONDS: '120',
      DEMO: '1',
      DEMO_MACHINES: '0',
      MQTT_PORT: '0',
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      CALLS_PER_10S: '1000000',
      TRUST_PROXY: '1',
      ENGLISH_HOSTS: 'english.localhost',
      ACTIVITY_ACCOUNTS: activityPhones.join(','),
      PAYMENT_PIE_BLACKLIST: phoneWithoutPayments,
    },
    wait: {
      stdout:
        /machines on port (?<slotwise_journeys_gateway>\d+)[^]*ready http:\/\/localhost:(?<slotwise_journeys_port>\d+)/,
    },
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})
