import type { Job, List, Report } from '@slotwise/contract'

import { isUnfinished } from '../../ui/jobs.ts'

/** An event may be older than the list loaded meanwhile, so a finished report does not return to unfinished. */
export const withNews = (list: List<Report>, news: Job): List<Report> => ({
  ...list,
  data: list.data.map((report) =>
    report.job !== news.job || (!isUnfinished(report) && isUnfinished(news))
      ? report
      : { ...report, ...news },
  ),
})
