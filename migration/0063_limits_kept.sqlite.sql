-- random() spans all 64-bit numbers.
CREATE TRIGGER cash_limit_insert_renews_reference AFTER INSERT ON cash_limit
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER cash_limit_update_renews_reference AFTER UPDATE ON cash_limit
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER cash_limit_delete_renews_reference AFTER DELETE ON cash_limit
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER statement_setting_insert_renews_reference AFTER INSERT ON statement_setting
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER statement_setting_update_renews_reference AFTER UPDATE ON statement_setting
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER statement_setting_delete_renews_reference AFTER DELETE ON statement_setting
BEGIN UPDATE reference_version SET version = random(); END;
