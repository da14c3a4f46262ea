import { fill, type Locale, words } from './locale.ts'

export const waitWords = words({
  seconds: ['{count} 秒', '{count} 秒', '{count} {count|second|seconds}'],
  minutes: ['{count} 分钟', '{count} 分鐘', '{count} {count|minute|minutes}'],
  hours: ['{count} 小时', '{count} 小時', '{count} {count|hour|hours}'],
})

/** A wait as people say it: seconds up to two minutes, then minutes up to two hours, then hours, never too short. */
export function waitText(locale: Locale, seconds: number): string {
  const say = waitWords[locale]
  if (seconds <= 120) return fill(say.seconds, { count: seconds })
  if (seconds <= 7_200) return fill(say.minutes, { count: Math.ceil(seconds / 60) })
  return fill(say.hours, { count: Math.ceil(seconds / 3_600) })
}
