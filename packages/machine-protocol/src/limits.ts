/** Times and sizes that both sides count on. */

/** A machine says that it lives this often, and is taken for gone after this long without a word. */
export const heartbeatSeconds = 30
export const silenceSeconds = 90

/** A machine acknowledges a command within this time, or the command counts as not received. */
export const ackSeconds = 3

/** How many commands a machine remembers with their results, to answer a repeated one without acting again. */
export const rememberedCommands = 500

/** The largest message either side has to take. */
export const maxPayloadBytes = 64 * 1024
export const maxSlots = 400
