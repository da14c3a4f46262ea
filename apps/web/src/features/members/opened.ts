/** What the address opens over the list of cards: a card, or the form. */
export type Opened = { as: 'card' | 'form'; id: string }

export function openedBy(name: string | undefined): Opened | undefined {
  if (name === undefined) return undefined
  const [, id] = /^edit-(\d+)$/.exec(name) ?? []
  if (id !== undefined) return { as: 'form', id }
  return { as: name === 'add' ? 'form' : 'card', id: name }
}
