import { z } from 'zod'

import { calls } from '../kernel/call.ts'
import { Id } from '../kernel/fields.ts'
import { listOf, pageOf } from '../kernel/paging.ts'
import { FileLink, Job } from './schemas.ts'

const one = z.strictObject({ job: Id })

/** Accounts see only the jobs that they started themselves. */
export const jobCalls = calls({
  getJobs: {
    path: '/api/v1/j/getJobs',
    access: 'signedIn',
    extension: true,
    input: pageOf(z.strictObject({})),
    output: listOf(Job),
  },
  getJob: {
    path: '/api/v1/j/getJob',
    access: 'signedIn',
    extension: true,
    input: one,
    output: Job,
    errors: ['notFound'],
  },
  getFileLink: {
    path: '/api/v1/j/getFileLink',
    access: 'signedIn',
    extension: true,
    changes: true,
    secretAnswer: true,
    input: one,
    output: FileLink,
    errors: ['notFound', 'outOfScope'],
  },
})
