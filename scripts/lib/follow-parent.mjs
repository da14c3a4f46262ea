/**
 * Loaded before a program that scripts/lib/child.mjs starts: when the starter is killed, the program is told to end, as
 * by Ctrl-C. A child notices it by its channel; a program that has replaced its starter, by getting another parent.
 */
const parent = Number(process.env.SLOTWISE_PARENT ?? 0)
delete process.env.SLOTWISE_PARENT // a child of this program has another parent
const end = () => process.kill(process.pid, 'SIGTERM')

if (process.channel) {
  process.once('disconnect', end)
  process.channel.unref()
} else if (parent > 0) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    end()
  }, 500)
  timer.unref()
}
