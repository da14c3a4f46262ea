import { join } from 'node:path'

import type { BlobStore, S3Config } from './blobs.ts'
import { diskBlobs } from './disk.ts'
import { s3Blobs } from './s3.ts'

/** A bucket where one is configured, else a folder of the data folder. */
export const chooseBlobs = ({ dataDir, s3 }: { dataDir: string; s3: S3Config | undefined }): BlobStore =>
  s3 ? s3Blobs(s3) : diskBlobs(join(dataDir, 'blobs'))
