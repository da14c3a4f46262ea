/** What the address opens over the list: a card, or the form at one of its beginnings. */
export type Opened = { as: 'card'; id: string } | { as: 'intake' | 'photos'; id: string | undefined }

export function openedBy(name: string | undefined): Opened | undefined {
  if (name === undefined) return undefined
  if (name === 'add') return { as: 'intake', id: undefined }
  const [, kind, id] = /^(send|photos)-(\d+)$/.exec(name) ?? []
  if (id === undefined) return { as: 'card', id: name }
  return { as: kind === 'photos' ? 'photos' : 'intake', id }
}
