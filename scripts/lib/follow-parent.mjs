/**
 * Loaded before a program that scripts/lib/child.mjs starts: when the starter is killed, the channel closes and the
 * program is told to end, as by Ctrl-C.
 */
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
