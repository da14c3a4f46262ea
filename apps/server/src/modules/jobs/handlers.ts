import type { jobCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { getFileLink, getJob, getJobs } from './job-service.ts'

export const jobHandlers: HandlersOf<typeof jobCalls> = {
  getJobs,
  getJob: (ctx, { job }) => getJob(ctx, job),
  getFileLink: (ctx, { job }) => getFileLink(ctx, job),
}
