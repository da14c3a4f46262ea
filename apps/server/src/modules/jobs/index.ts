export { failStalled, runJob } from './run-service.ts'
export { openFile, sweepJobs } from './file-service.ts'
export { type Exporter, getJob, jobTask, startJob, type Task } from './service.ts'
