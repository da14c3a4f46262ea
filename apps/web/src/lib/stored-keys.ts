/** Names in localStorage that `head.ts` reads, too, before the rest of the console is there. */
export const themeKey = 'slotwise.theme'
export const sessionKey = 'slotwise.session'
export const agentKey = 'slotwise.agent'
