/** Times and sizes that both sides rely on. */

/** How often a machine sends a heartbeat, and after how long without a message it counts as offline. */
export const heartbeatSeconds = 30
export const silenceSeconds = 90

/** A machine acknowledges a command within this time, or the command counts as not received. */
export const ackSeconds = 3

/** How long a customer may pay for an order, where the machine was not told when it ends. */
export const orderSeconds = 120

/** How long a machine waits after the end of an order for the server's last word about it. */
export const lastWordSeconds = 10

/** How many commands a machine remembers with their results, to answer a repeated command without acting again. */
export const rememberedCommands = 500

/** How many reports a machine may have published that the server has not acknowledged yet. */
export const mostInFlight = 10

/** The largest message that either side has to accept. */
export const maxPayloadBytes = 64 * 1024
export const maxSlots = 400
/** Of a sale, all lines together: as many as a slot can hold. */
export const maxPieces = 9_999
