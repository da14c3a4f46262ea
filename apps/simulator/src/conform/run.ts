/** The conformance run: tries a machine against the checklist of the document, line by line. */
import { type Bench, type Check, Failure, minute, online, Unproven } from './check.ts'
import { checklist, type LineId, lineIds } from './checklist.ts'
import { commandChecks } from './command-checks.ts'
import { lineChecks } from './line-checks.ts'
import { recordChecks, settingsChecks } from './settings-checks.ts'
import { messagesSince } from './test-server.ts'

export type Finding = { id: LineId; verdict: 'holds' | 'fails' | 'not checked'; seen?: string }

/** What a person says of a line that only a person can check; undefined: skipped. */
export type Ask = (id: LineId, text: string) => Promise<'holds' | 'fails' | undefined>

type RunOptions = {
  bench: Bench
  ask: Ask
  /** Also what takes hours. */
  long?: boolean
  /** Only these lines. */
  only?: readonly LineId[]
  found(finding: Finding): void
}

const during = { ...lineChecks, ...settingsChecks, ...commandChecks }
const lengthy: ReadonlySet<LineId> = new Set(['K4'])
/** The order of the run; quick lines first, the restarts and the new secrets last. */
const order: readonly LineId[] = [
  ...(['C1', 'C3', 'S1', 'D6', 'D4', 'D2', 'D5', 'M3', 'M4', 'M5', 'S7', 'S9', 'C6', 'D9', 'K1'] as const),
  ...(['D10', 'C7', 'C8', 'C10', 'D3', 'S2', 'K3', 'D11', 'K4'] as const),
]

/** Every line that the run can check by itself, in its order. */
export const checkedLines: readonly LineId[] = [...order, ...(Object.keys(recordChecks) as LineId[])]

export async function runConformance(options: RunOptions): Promise<Finding[]> {
  const { bench, ask, long = false, only = lineIds, found } = options
  const findings: Finding[] = []
  const note = (finding: Finding): void => {
    findings.push(finding)
    found(finding)
  }
  await bench.server.until(bench.limit(10 * minute), () => bench.server.session())
  const isThere = await online(bench).then(
    () => true,
    () => false,
  )
  for (const id of order.filter((one) => only.includes(one))) {
    const check = during[id]
    if (!isThere && id !== 'C1') note({ id, verdict: 'not checked', seen: 'the machine never came online' })
    else if (!check || (lengthy.has(id) && !long)) note({ id, verdict: 'not checked', seen: 'needs --long' })
    else {
      await stillness(bench)
      const finding = await judge(id, check, bench)
      note(finding)
      // The next line begins with a new connection, so that a failure causes as few others as possible.
      if (finding.verdict === 'fails') bench.server.cut()
    }
  }
  if (isThere) {
    for (const id of lineIds.filter((one) => only.includes(one) && !checkedLines.includes(one))) {
      const verdict = await ask(id, checklist[id])
      note({ id, verdict: verdict ?? 'not checked' })
    }
    await leave(bench)
  }
  for (const id of lineIds.filter((one) => only.includes(one) && one in recordChecks)) {
    const check = recordChecks[id]
    if (isThere && check) note(await judge(id, check, bench))
    else note({ id, verdict: 'not checked', seen: 'the machine never came online' })
  }
  return lineIds.map((id) => findings.find((one) => one.id === id) ?? { id, verdict: 'not checked' })
}

/** Waits for the results of commands that an earlier check left behind, so that one failure causes no other. */
async function stillness({ server, limit }: Bench): Promise<void> {
  const ended = (id: string): boolean =>
    messagesSince(server, 'result', 0).some((one) => one.id === id) ||
    !messagesSince(server, 'ack', 0).some((one) => one.id === id && one.accepted)
  await server.until(limit(minute), () => (server.given.every(({ id }) => ended(id)) ? true : undefined))
}

async function judge(id: LineId, check: Check, bench: Bench): Promise<Finding> {
  try {
    await check(bench)
    return { id, verdict: 'holds' }
  } catch (error) {
    if (error instanceof Unproven) return { id, verdict: 'not checked', seen: error.message }
    if (!(error instanceof Failure)) throw error
    return { id, verdict: 'fails', seen: error.message }
  } finally {
    bench.server.behave()
  }
}

/** With revision 0 the machine takes the settings of its own server again, whose revisions are lower. */
async function leave({ server, limit }: Bench): Promise<void> {
  await server.until(limit(3 * minute), () => server.session())
  const since = server.now()
  server.manners.tellsSettings = false
  server.tell('config', { rev: 0, settings: {} })
  await server.until(limit(minute), () =>
    server.heard.find((one) => one.name === 'config' && one.at >= since),
  )
}

const width = 4

export const lineOf = ({ id, verdict, seen }: Finding): string =>
  `${id.padEnd(width)} ${verdict === 'fails' ? 'FAILS' : verdict}${seen === undefined ? '' : `: ${seen}`}\n` +
  `${' '.repeat(width)} ${checklist[id]}`
