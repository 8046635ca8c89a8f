-- What somebody has sent in a day is added up before they may send more. The new index also serves what the old one did.
create index images_by_day on images (uploaded_by, created_at);
drop index images_by_uploader;
