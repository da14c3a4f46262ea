/** How Node runs the server, so that it idles in little memory. Measurements run it in the same way. */

/** Young objects get little room: the default makes an idle server 40 MB larger. */
export const serverFlags = ['--max-semi-space-size=4']

/** With an arena for every thread, the C library would keep 12 MB more. */
export const serverEnv = { MALLOC_ARENA_MAX: '2' }
