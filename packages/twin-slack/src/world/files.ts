import { collection } from '@svc/twin-kit';
import type { Json } from './messages.ts';

/** An upload that was asked for and isn't complete. */
export interface Upload {
  id: string;
  user_id: string;
  filename: string;
  length: number;
  snippet_type: string | null;
  alt_txt: string | null;
  /** Null until the bytes came. */
  content_base64: string | null;
}

export interface File {
  id: string;
  user_id: string;
  name: string;
  title: string;
  mimetype: string;
  filetype: string;
  pretty_type: string;
  mode: 'hosted' | 'snippet';
  /** In bytes. */
  size: number;
  alt_txt: string | null;
  is_public_url_shared: boolean;
  channel_ids: readonly string[];
  /** Seconds since 1970. */
  created: number;
}

/** Kept apart, so that a change of a file's facts doesn't repeat its bytes. */
export interface FileContent {
  file_id: string;
  content_base64: string;
}

export interface CanvasSection {
  id: string;
  markdown: string;
}

export interface CanvasAccess {
  level: 'read' | 'write' | 'owner';
  user_ids: readonly string[];
  channel_ids: readonly string[];
}

export interface Canvas {
  id: string;
  title: string;
  user_id: string;
  channel_id: string | null;
  sections: readonly CanvasSection[];
  access: readonly CanvasAccess[];
  created: number;
  updated: number;
}

/** A modal or a home tab that the app has shown. */
export interface View {
  id: string;
  type: 'modal' | 'home';
  user_id: string;
  root_view_id: string;
  previous_view_id: string | null;
  external_id: string;
  hash: string;
  /** As the app sent it, with blocks completed. */
  content: Json;
}

/** Triggers that were exchanged for a view: each is good for one. */
export interface UsedTrigger {
  id: string;
}

export interface Reminder {
  id: string;
  creator: string;
  user_id: string;
  text: string;
  recurring: boolean;
  time: number;
  complete_ts: number;
}

export const fileCollections = {
  uploads: collection<Upload>()({ key: (upload) => upload.id }),
  files: collection<File>()({ key: (file) => file.id }),
  file_contents: collection<FileContent>()({ key: (content) => content.file_id }),
  canvases: collection<Canvas>()({ key: (canvas) => canvas.id }),
  views: collection<View>()({
    key: (view) => view.id,
    indexes: {
      external: { group: (view) => (view.external_id === '' ? undefined : view.external_id) },
      root: { group: (view) => view.root_view_id },
      home: { group: (view) => (view.type === 'home' ? view.user_id : undefined) },
    },
  }),
  used_triggers: collection<UsedTrigger>()({ key: (trigger) => trigger.id, internal: true }),
  reminders: collection<Reminder>()({ key: (reminder) => reminder.id, indexes: { user: { group: (one) => one.user_id } } }),
};
