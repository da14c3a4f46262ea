import type { Readable } from 'node:stream'

/**
 * Files by key: photos, logos, reports. The caller decides who may see which file. A write is all or nothing, and
 * replaces an existing file.
 */
export interface BlobStore {
  write(key: string, body: Readable | Buffer, mime: string): Promise<{ bytes: number }>
  /** The caller reads `body` to its end or destroys it. */
  read(key: string): Promise<{ body: Readable; bytes: number; mime: string } | undefined>
  /** Removing a missing file is not an error. */
  remove(key: string): Promise<void>
  /** The keys of all files, in no order. */
  list(): AsyncIterable<string>
  /** Removes the files that killed writers left; returns how many. */
  sweep(olderThan: Date): Promise<number>
  /** Throws when the store cannot be used. */
  check(): Promise<void>
}

/** Backups in a bucket, under names that no file of a `BlobStore` has. */
export interface BackupStore {
  has(name: string): Promise<boolean>
  /** Writes all of the stream, or nothing. */
  write(name: string, body: Readable): Promise<void>
  read(name: string): Promise<Readable | undefined>
}

/** A bucket of an S3-compatible store, and the key for it. */
export type S3Config = {
  /** Scheme, host and port, without a path. */
  endpoint: string
  bucket: string
  /** Where the bucket is named: as a part of the host, or at the beginning of the path. */
  style: 'host' | 'path'
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const keyPattern = /^[a-z0-9][a-z0-9/_.-]{0,200}$/
const mimePattern = /^[a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,100}(?:; charset=[a-z0-9-]{1,20})?$/

/**
 * Keys are valid on a disk and in a bucket alike: lower case, no empty segment, and no segment that begins with a dot
 * (so none that leads to a parent folder).
 */
export function isBlobKey(key: string): boolean {
  return keyPattern.test(key) && !key.includes('..') && !/\/(?:[./]|$)/.test(key)
}

export function assertBlobKey(key: string): void {
  if (!isBlobKey(key)) throw new RangeError('not a key of the blob store')
}

export function assertBlobMime(mime: string): void {
  if (!mimePattern.test(mime)) throw new RangeError('not a media type of the blob store')
}
