/** `m:ss` or `h:mm:ss`, as players write it. Anything that is no time is 0:00. */
export function timeLabel(time_s: number): string {
  const whole = Number.isFinite(time_s) ? Math.max(0, Math.floor(time_s)) : 0;
  const seconds = String(whole % 60).padStart(2, '0');
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  if (hours === 0) return `${minutes}:${seconds}`;
  return `${hours}:${String(minutes).padStart(2, '0')}:${seconds}`;
}

const MEGABYTE = 1_000_000;

/** `12.3 of 43.1 MB`, or `12.3 MB` where the whole is not known. */
export function bytesLabel(loaded_bytes: number, total_bytes: number | null): string {
  const loaded = (loaded_bytes / MEGABYTE).toFixed(1);
  if (total_bytes === null) return `${loaded} MB`;
  return `${loaded} of ${(total_bytes / MEGABYTE).toFixed(1)} MB`;
}
