const hourMs = 3_600_000
const dayMs = 24 * hourMs

export const hoursBefore = (now: Date, hours: number): Date => new Date(now.getTime() - hours * hourMs)
export const daysAfter = (moment: Date, days: number): Date => new Date(moment.getTime() + days * dayMs)
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs)
