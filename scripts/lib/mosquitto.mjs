import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { aptInstall, canUseApt } from './debian.mjs'

const HOW_TO_INSTALL = `The tests of machines need Mosquitto, its command line clients, and OpenSSL's:
  Debian, Ubuntu   sudo apt-get install -y mosquitto mosquitto-clients openssl
  Fedora           sudo dnf install -y mosquitto openssl
  Arch             sudo pacman -S mosquitto openssl
  macOS            brew install mosquitto openssl`

/** Debian keeps the broker where only the superuser looks. */
const BROKERS = ['mosquitto', '/usr/sbin/mosquitto', '/opt/homebrew/sbin/mosquitto']

/**
 * A second broker to measure our own gateway by, and clients and certificates that somebody else made; where we may, installed.
 * @returns {Promise<{ path: string } | { missing: string }>}
 */
export async function ensureMosquitto() {
  if (!find() && canUseApt()) await aptInstall(['mosquitto', 'mosquitto-clients', 'openssl'])
  const path = find()
  return path ? { path } : { missing: HOW_TO_INSTALL }
}

function find() {
  const hasClients = ['mosquitto_pub', 'mosquitto_sub', 'mosquitto_rr', 'openssl'].every((name) =>
    runs(name, '--help'),
  )
  return hasClients
    ? BROKERS.find((path) => (path.startsWith('/') ? existsSync(path) : runs(path, '-h')))
    : undefined
}

/**
 * Whether there is such a program at all; what it answers does not matter.
 * @param {string} program
 * @param {string} question
 */
const runs = (program, question) => spawnSync(program, [question], { timeout: 10_000 }).error === undefined
