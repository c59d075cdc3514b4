import { array, number, object, type Read, string } from '../shape';

/** `/models/manifest.json`: the files of the recogniser's model, with their hashes. */
export const readManifest = object({
  model: string,
  files: array(object({ name: string, url: string, bytes: number, sha256: string })),
});
export type Manifest = Read<typeof readManifest>;
export type ModelFile = Manifest['files'][number];
