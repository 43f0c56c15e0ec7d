ALTER TABLE drawer_entry DROP CONSTRAINT drawer_entry_store_no_bag_no_key;
ALTER TABLE drawer_entry ADD CONSTRAINT drawer_entry_bag UNIQUE (store_no, bag_no, terminal_no, currency_code);
