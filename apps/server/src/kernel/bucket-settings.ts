/** Settings of a bucket for files: all of them or none. */
import { z } from 'zod'

import type { S3Config } from '../ports/blobs/blobs.ts'
import { type Env, parseSettings, urlOf } from './settings.ts'

const neededForBucket = 'is needed to keep files in a bucket'
const forBucket = z.string(neededForBucket)
const bucketNames = [
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_STYLE',
] as const

const Bucket = z
  .object({
    S3_ENDPOINT: forBucket
      .refine((value) => /^https?:\/\/[^/?#@]+\/?$/.test(value) && urlOf(value) !== undefined, {
        message: 'must be an address like https://s3.example, without a path',
      })
      .transform((value) => value.replace(/\/$/, '')),
    S3_BUCKET: forBucket.regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'must be the name of a bucket'),
    S3_REGION: forBucket.regex(/^[a-z\d-]{1,60}$/, 'must be the name of a region'),
    S3_ACCESS_KEY_ID: forBucket.regex(/^[\w.-]{1,128}$/, 'must be the public half of a key'),
    S3_SECRET_ACCESS_KEY: forBucket,
    S3_STYLE: forBucket.pipe(z.enum(['host', 'path'], 'must be host or path')),
  })
  .refine(
    (env) => env.S3_STYLE === 'path' || !env.S3_ENDPOINT.startsWith('https:') || !env.S3_BUCKET.includes('.'),
    { message: 'S3_BUCKET has a dot, which certificates of hosts do not cover: set S3_STYLE=path' },
  )
  .refine(
    (env) =>
      env.S3_STYLE === 'path' || !/^(\[|\d+\.\d+\.\d+\.\d+$)/.test(urlOf(env.S3_ENDPOINT)?.hostname ?? ''),
    {
      message: 'S3_ENDPOINT is no name, so the bucket cannot be a part of it: set S3_STYLE=path',
    },
  )
  .transform((env): S3Config => ({
    endpoint: env.S3_ENDPOINT,
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    style: env.S3_STYLE,
  }))

const BackupBucket = z.object({ BACKUP_S3_BUCKET: z.string().optional() })

/** All settings of a bucket, or none. */
export const bucketIn = (set: Env): S3Config | undefined =>
  bucketNames.some((name) => set[name] !== undefined) ? parseSettings(Bucket, set) : undefined

/** The bucket that backups are written to and read from: the one of files, or another at the same store. */
export function backupBucketIn(set: Env): S3Config | undefined {
  const files = bucketIn(set)
  const own = parseSettings(BackupBucket, set).BACKUP_S3_BUCKET
  if (own === undefined) return files
  if (!files) throw new Error('BACKUP_S3_BUCKET needs the other settings S3_…')
  // The rules of names follow the style.
  return bucketIn({ ...set, S3_BUCKET: own })
}
