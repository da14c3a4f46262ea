import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { aptInstall, canUseApt } from './debian.mjs'

const HOW_TO_INSTALL = `The tests of machines need Mosquitto, its command line clients, and OpenSSL's:
  Debian, Ubuntu   sudo apt-get install -y mosquitto mosquitto-clients openssl
  Fedora           sudo dnf install -y mosquitto openssl
  Arch             sudo pacman -S mosquitto openssl
  macOS            brew install mosquitto openssl`

/** Debian installs the broker in a folder that only root has in its path. */
const BROKERS = ['mosquitto', '/usr/sbin/mosquitto', '/opt/homebrew/sbin/mosquitto']

/**
 * Finds Mosquitto: a second broker to compare the gateway with, and independent clients and certificates. Installs it
 * where the user may install packages.
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
 * Whether the program exists; its answer does not matter.
 * @param {string} program
 * @param {string} question
 */
const runs = (program, question) => spawnSync(program, [question], { timeout: 10_000 }).error === undefined
