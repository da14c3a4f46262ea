export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** The moment so many milliseconds later, or earlier where they are negative. */
export const after = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms)

export const hoursBefore = (now: Date, hours: number): Date => after(now, -hours * hourMs)
export const daysAfter = (moment: Date, days: number): Date => after(moment, days * dayMs)
export const daysBefore = (now: Date, days: number): Date => after(now, -days * dayMs)
