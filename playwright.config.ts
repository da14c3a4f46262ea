import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { defineConfig } from '@playwright/test'

import { dataDirVariable } from './e2e/support/server.ts'

/**
 * Journeys in a real browser against the whole product: the built console, the server, its own database in a folder
 * that exists for the length of the run. The server takes free ports and tells them when it is ready.
 *
 * TRUST_PROXY lets every test come from an address of its own, so that the limits per address stay as they are.
 */
const dataDir = (process.env[dataDirVariable] ??= join(tmpdir(), `slotwise-journeys-${process.pid}`))
const isRunner = process.env['TEST_WORKER_INDEX'] === undefined
if (isRunner) process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const browser = process.env['CHROMIUM_PATH'] || browsers.find((path) => existsSync(path))

/**
 * The windows of a browser without a head have address bars all the same, whose suggestions are web pages of their
 * own: a second of work for every test. The browser takes the last such list only, so Playwright's own is repeated.
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
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    locale: 'en-US',
    timezoneId: 'Asia/Shanghai',
    screenshot: 'only-on-failure',
    // A pointer that is quicker than a hand would hit what is still growing into its place.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(browser === undefined ? {} : { executablePath: browser }),
      args: [
        '--disable-gpu',
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
      DEMO: '1',
      DEMO_MACHINES: '0',
      MQTT_PORT: '0',
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      CALLS_PER_10S: '1000000',
      TRUST_PROXY: '1',
      ENGLISH_HOSTS: 'english.localhost',
    },
    wait: {
      stdout:
        /machines on port (?<slotwise_journeys_gateway>\d+)[^]*ready http:\/\/localhost:(?<slotwise_journeys_port>\d+)/,
    },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})
