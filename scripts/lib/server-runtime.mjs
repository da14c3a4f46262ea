/** How Node runs the server, so that it idles in little memory. Measurements run it in the same way. */

/**
 * Young objects get little room: the default makes an idle server 40 MB larger. Old ones are collected when they have
 * grown by half: by default the garbage of a long report takes three times what is in use before it is collected. The
 * report takes no more processor time for it.
 */
export const serverFlags = ['--max-semi-space-size=4', '--heap-growing-percent=50']

/** With an arena for every thread, the C library would keep 12 MB more. */
export const serverEnv = { MALLOC_ARENA_MAX: '2' }
