/** The state of a link that opens a list at its top, also where the list is already shown under another filter. */
export const opensAnew = { opensAnew: true } as const
