import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptInstall, aptKnows, canUseApt } from './debian.mjs'
import { say } from './project.mjs'

/** Chromium without windows: the journeys need a sixth less CPU in it. Not every system packages it. */
const HEADLESS = 'chromium-headless-shell'
const PROGRAMS = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const HOW_TO_INSTALL = `Install Chromium and a Chinese font, or set CHROMIUM_PATH to a Chromium or Chrome:
  Debian, Ubuntu   sudo apt-get install -y chromium fonts-noto-cjk
  Fedora           sudo dnf install -y chromium google-noto-sans-cjk-fonts
  Arch             sudo pacman -S chromium noto-fonts-cjk
  macOS            brew install --cask google-chrome`

/**
 * Finds a Chromium for the journeys; installs one where the user may install packages.
 * @returns {Promise<{ path: string } | { missing: string }>}
 */
export async function ensureBrowser() {
  const given = process.env.CHROMIUM_PATH
  if (given && !works(given)) return { missing: `CHROMIUM_PATH is ${given}, which does not run.` }
  if (canUseApt()) {
    const isWorthTrying = (await aptKnows(HEADLESS)) || !findBrowser()
    if (!given && !inPath(HEADLESS) && isWorthTrying) await aptInstall([HEADLESS])
    const wanted = [...(findBrowser() ? [] : ['chromium']), ...(hasChineseFont() ? [] : ['fonts-noto-cjk'])]
    if (wanted.length > 0) await aptInstall(wanted)
  }
  if (!hasChineseFont())
    say('No Chinese font found: texts in screenshots will be boxes (fonts-noto-cjk has one).')
  const path = findBrowser()
  return path ? { path } : { missing: `No Chromium found. ${HOW_TO_INSTALL}` }
}

function findBrowser() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const places = [...PROGRAMS.map(inPath), MAC_CHROME]
  return places.find((path) => path !== undefined && isProgram(path) && works(path))
}

/** @param {string} name */
function inPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Runs it, because some systems install a stub under this name that only points to another store.
 * @param {string} path
 */
function works(path) {
  return spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}

function hasChineseFont() {
  if (process.platform === 'darwin') return true
  const list = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' })
  if (list.status === 0) return list.stdout.trim() !== ''
  return existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc')
}
