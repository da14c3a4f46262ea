/** The operator's commands for the review of bank cards, and for the directory of branches. */
import { createReadStream } from 'node:fs'
import { mkdir, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { bankCardStates, Id, Instant } from '@slotwise/contract'

import type { Deps } from '../src/kernel/ctx.ts'
import { findTenant } from '../src/modules/account/index.ts'
import {
  type CardRef,
  cardsInState,
  decide,
  type Decision,
  importBranches,
  ReviewReason,
  revoke,
  showCard,
} from '../src/modules/bankcards/index.ts'
import { type Command, need, type Options } from './ops-options.ts'

async function list(deps: Deps, options: Options): Promise<void> {
  const state = bankCardStates.find((one) => one === (options['state'] ?? 'reviewing'))
  if (!state) throw new Error(`--state is one of ${bankCardStates.join(', ')}`)
  const { username } = options
  const only = username === undefined ? undefined : await findTenant(deps, username)
  let count = 0
  for await (const card of cardsInState(deps, state, only)) {
    count += 1
    const since = card.state_at.toISOString()
    console.log(
      `--username ${card.username} --card ${card.merchant_id}: ${state} since ${since}, ${card.mch_name}, ${card.acct_name}, ${card.bank} ${card.masked.acct_no}${card.reason && `, ${card.reason}`}`,
    )
  }
  console.log(`${count} cards`)
}

async function cardOf(deps: Deps, options: Options): Promise<CardRef> {
  const card = Id.safeParse(need(options, 'card'))
  if (!card.success) throw new Error('--card is the number of a card')
  return { tenantId: await findTenant(deps, need(options, 'username')), merchantId: card.data }
}

const extensions: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png' }

/** Without a folder, numbers are masked: a terminal keeps what it has shown. */
async function show(deps: Deps, options: Options): Promise<void> {
  const folder = options['out']
  const ref = await cardOf(deps, options)
  // The folder comes first, so that no look is in the audit that was none.
  if (folder !== undefined) await makeFolder(folder)
  const shown = await showCard(deps, ref, { clear: folder !== undefined })
  if (!shown) {
    if (folder !== undefined) await rmdir(folder)
    throw new Error('the merchant has no such card')
  }
  const { card, photos } = shown
  if (folder === undefined) return console.log(JSON.stringify(card, null, 2))
  const write = (name: string, content: string | Buffer): Promise<void> =>
    writeFile(join(folder, name), content, { mode: 0o600, flag: 'wx' })
  await write('card.json', `${JSON.stringify(card, null, 2)}\n`)
  for (const { kind, mime, bytes } of photos) await write(`${kind}.${extensions[mime] ?? 'bin'}`, bytes)
  console.log(
    `${folder}: the card with its clear numbers, and ${photos.length} photos. Delete it after the review.`,
  )
}

const folderFaults: Readonly<Record<string, string>> = {
  EEXIST: 'is there already; --out names a new folder',
  ENOENT: 'cannot be made: the folder above it is missing',
  // Started by root, the command goes on as the user who owns the data.
  EACCES:
    'cannot be made by the user as whom the product runs; --out names a folder where that user may write',
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    const fault = folderFaults[error.code ?? '']
    throw fault === undefined ? error : new Error(`${folder} ${fault}`, { cause: error })
  })
}

async function decideOn(deps: Deps, options: Options, decision: Decision): Promise<void> {
  const { sent } = options
  if (sent !== undefined && !Instant.safeParse(sent).success)
    throw new Error('--sent is the sent_at of cards show')
  const sentAt = sent === undefined ? undefined : new Date(sent)
  const outcome = await decide(deps, { ...(await cardOf(deps, options)), sentAt }, decision)
  if (outcome === 'decided') return console.log(decision.state === 'approved' ? 'approved' : 'not approved')
  if (outcome === 'unknown') throw new Error('the merchant has no such card')
  if (outcome === 'sent again') throw new Error('the card was sent again since; look at it again')
  throw new Error('the card is not in review')
}

function reasonIn(options: Options): string {
  const reason = ReviewReason.safeParse(need(options, 'reason'))
  if (!reason.success) throw new Error('--reason is one line of at most 200 characters')
  return reason.data
}

const reject = (deps: Deps, options: Options): Promise<void> =>
  decideOn(deps, options, { state: 'not_approved', reason: reasonIn(options) })

async function takeBack(deps: Deps, options: Options): Promise<void> {
  const outcome = await revoke(deps, await cardOf(deps, options), reasonIn(options))
  if (outcome === 'unknown') throw new Error('the merchant has no such card')
  if (outcome === 'closed') throw new Error('the card is not approved')
  console.log('not approved any more; its money waits until the card is sent and approved again')
}

/** Ends with code 1 when lines were skipped, so that a script notices. */
async function importFile(deps: Deps, options: Options): Promise<void> {
  const lines = createInterface({ input: createReadStream(need(options, 'file')), crlfDelay: Infinity })
  let bad = 0
  const { changed, same, otherBanks, unknownPlaces } = await importBranches(deps, lines, ({ line, why }) => {
    bad += 1
    console.log(`line ${line}: ${why}`)
  })
  console.log(
    `${changed} branches added or changed, ${same} as they were, ${otherBanks} of other banks left out, ${unknownPlaces} in unknown places`,
  )
  if (bad > 0) throw new Error(`${bad} lines were skipped`)
}

export const cardCommands: Record<string, Command> = {
  'cards list': {
    usage: `cards list [--state ${bankCardStates.join('|')}] [--username NAME]`,
    what: 'bank cards that wait for review (or are in another state), those that wait longest first',
    run: list,
  },
  'cards show': {
    usage: 'cards show --username NAME --card NUMBER [--out FOLDER]',
    what: 'a card with masked numbers; with --out, its clear numbers and photos as files of that folder, which the audit records',
    run: show,
  },
  'cards approve': {
    usage: 'cards approve --username NAME --card NUMBER [--sent TIME]',
    what: 'approve a card that is in review; with --sent, only if it was not sent again since',
    run: (deps, options) => decideOn(deps, options, { state: 'approved' }),
  },
  'cards reject': {
    usage: 'cards reject --username NAME --card NUMBER --reason TEXT [--sent TIME]',
    what: 'do not approve it; the merchant reads the reason and can send the card again',
    run: reject,
  },
  'cards revoke': {
    usage: 'cards revoke --username NAME --card NUMBER --reason TEXT',
    what: 'take the approval of a card back; nothing more is paid out to it until the merchant has corrected it, sent it again, and you have approved it again',
    run: takeBack,
  },
  'branches import': {
    usage: 'branches import --file FILE.csv',
    what: 'bring a directory of bank branches in; lines that cannot be used are named and skipped, and it ends with code 1',
    run: importFile,
  },
}
