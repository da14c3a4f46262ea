import { allPermissions, type Call, contract, mayAccess, permissions } from '@slotwise/contract'

const rows = Object.entries(contract).flatMap(([domain, table]) =>
  Object.entries(table).map(([name, row]) => ({ name: `${domain}.${name}`, row: row as Call })),
)

const mark = (yes: boolean): string => (yes ? '●' : '')

/** Who may call what: the decision that the server makes, computed for every call and every single permission. */
export function permissionTable(): string {
  const columns = allPermissions.map((name) => ({
    head: `${permissions[name].id}`,
    grants: { isMain: false, activity: false, permissions: new Set([name]) },
  }))
  const head = [
    'call',
    'path',
    'no session',
    'any session',
    ...columns.map(({ head: id }) => id),
    'main',
    'sign',
  ]
  const lines = rows.map(({ name, row }) => [
    name,
    `\`${row.path}\``,
    mark(row.access === 'public'),
    mark(row.access === 'public' || row.access === 'signedIn'),
    ...columns.map(({ grants }) => mark(mayAccess(row.access, grants))),
    row.access === 'activity' ? 'listed' : mark(true),
    mark(row.sign === true),
  ])
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`)
  const legend = allPermissions.map(
    (name) =>
      `| ${permissions[name].id} | ${name} | ${permissions[name].group}${permissions[name].flag ? `.${permissions[name].flag}` : ''} |`,
  )
  return [
    '# Permissions',
    '',
    'Generated from the contract by `npm run gen`. Do not edit.',
    '',
    '| id | name | flag in havePerms |',
    '| --- | --- | --- |',
    ...legend,
    '',
    '## Calls',
    '',
    'A dot: an account with only this permission may call; listed: main accounts of `ACTIVITY_ACCOUNTS`. The live stream `POST /api/v1/e/stream` needs a session and filters each event by permission and scope.',
    '',
    ...table,
    '',
  ].join('\n')
}
