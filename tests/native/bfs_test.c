/* The format: what is written, and what a reader must stand. */
#define _POSIX_C_SOURCE 200809L

#include "boidforge/bfs.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/boidforge-bfs-XXXXXX";
static char path[64];

static int makeFolder(void **unused) {
    (void)unused;
    bool made = mkdtemp(folder) != NULL;
    snprintf(path, sizeof path, "%s/test.bfs", folder);
    return made ? 0 : -1;
}

static int removeFolder(void **unused) {
    (void)unused;
    remove(path);
    return rmdir(folder); /* fails when a test left something behind, a temporary file say */
}

static size_t putRecord(uint8_t *to, int32_t timestep, int32_t n) {
    memcpy(to, &timestep, 4);
    memcpy(to + 4, &n, 4);
    for (int32_t i = 0; i < 4 * n; ++i) {
        float value = (float)(timestep * 100 + i);
        memcpy(to + 8 + 4 * (size_t)i, &value, 4);
    }
    return bfRecordBytes(n);
}

static void writeBytes(const uint8_t *bytes, size_t count) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    fclose(file);
}

/* A recording of 5 frames of 3 agents with the given header fields; returns its length. */
static size_t makeRecording(uint8_t *bytes, int32_t max_agents, int32_t frame_count) {
    bfHeader header = {1, 2, max_agents, 0.05f, 7, frame_count, 0};
    bfHeader_Encode(&header, bytes);
    size_t length = BF_HEADER_BYTES;
    for (int32_t t = 0; t < 5; ++t) {
        length += putRecord(bytes + length, t, 3);
    }
    return length;
}

static bfReader *openReader(void) {
    bfReader *reader = NULL;
    bfError error;
    if (bfOpenReader(path, &reader, &error) != BF_OK) {
        fail_msg("%s", error.message);
    }
    return reader;
}

static void header_bytes_are_the_formats(void **unused) {
    (void)unused;
    static const uint8_t expected[BF_HEADER_BYTES] = {'B', 'F', 'S', '1', 1,    0,    1,    0,    2, 0, 0,
                                                      0,   100, 0,   0,   0,    0xcd, 0xcc, 0x4c, 0x3d, 5, 0,
                                                      0,   0,   40,  0,   0,    0,    0,    0,    0,    0};
    bfHeader header = {1, 2, 100, 0.05f, 5, 40, 0}, decoded;
    uint8_t bytes[BF_HEADER_BYTES];
    bfHeader_Encode(&header, bytes);
    assert_memory_equal(bytes, expected, sizeof expected);
    assert_int_equal(bfHeader_Decode(bytes, sizeof bytes, &decoded, NULL), BF_OK);
    assert_int_equal(decoded.max_agents, 100);
    assert_int_equal(decoded.frame_count, 40);
}

static void headers_of_other_things_are_refused_by_name(void **unused) {
    (void)unused;
    bfHeader header = {1, 2, 100, 0.05f, 5, 40, 0}, decoded;
    uint8_t bytes[BF_HEADER_BYTES];
    struct {
        int offset, value;
        const char *says;
    } changes[] = {{0, 'X', "does not begin with BFS1"}, {4, 3, "version 3"},     {6, 0, "little-endian"},
                   {8, 3, "3 dimensions"},               {9, 1, "number type 1"}, {15, 0x80, "agents"},
                   {19, 0xbd, "time step"}};
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; ++i) {
        bfError error;
        bfHeader_Encode(&header, bytes);
        bytes[changes[i].offset] = (uint8_t)changes[i].value;
        assert_int_equal(bfHeader_Decode(bytes, sizeof bytes, &decoded, &error), BF_ERROR_FORMAT);
        assert_non_null(strstr(error.message, changes[i].says));
    }
}

/* Every place a file can be cut: all whole frames come, then the end, and the cut is told. */
static void a_file_cut_anywhere_gives_its_whole_frames(void **unused) {
    (void)unused;
    uint8_t bytes[512];
    for (int bounded = 0; bounded < 2; ++bounded) {
        size_t length = makeRecording(bytes, bounded ? 3 : 0, 5), record = bfRecordBytes(3);
        for (size_t cut = BF_HEADER_BYTES; cut <= length; ++cut) {
            size_t whole = (cut - BF_HEADER_BYTES) / record, rest = (cut - BF_HEADER_BYTES) % record;
            /* With no frame before and no bound, a count that does not fit can only be called impossible. */
            bool corrupt = !bounded && whole == 0 && rest >= BF_RECORD_HEADER_BYTES;
            writeBytes(bytes, cut);
            bfReader *reader = openReader();
            bfFrame frame;
            bfError error;
            for (size_t i = 0; i < whole; ++i) {
                assert_int_equal(bfReader_Next(reader, &frame, &error), BF_OK);
                assert_int_equal(frame.timestep, (int)i);
                assert_true(frame.vy[2] == (float)(i * 100 + 11));
            }
            assert_int_equal(bfReader_Next(reader, &frame, &error), corrupt ? BF_ERROR_CORRUPT : BF_ERROR_END);
            uint64_t missing;
            assert_int_equal(bfReader_WasCut(reader, &missing), rest > 0 && !corrupt);
            if (rest >= BF_RECORD_HEADER_BYTES && !corrupt) {
                assert_int_equal(missing, record - rest);
            }
            bfCloseReader(reader);
            reader = openReader();
            assert_int_equal(bfReader_CountFrames(reader), whole);
            bfCloseReader(reader);
        }
    }
}

static void the_records_decide_whatever_the_header_counts(void **unused) {
    (void)unused;
    uint8_t bytes[512];
    static const int32_t counts[] = {-1, 0, 2, 5, 900000};
    for (int i = 0; i < 5; ++i) {
        writeBytes(bytes, makeRecording(bytes, 3, counts[i]));
        bfReader *reader = openReader();
        bfFrame frame;
        assert_int_equal(bfReader_CountFrames(reader), 5);
        for (int t = 0; t < 5; ++t) {
            assert_int_equal(bfReader_Next(reader, &frame, NULL), BF_OK);
        }
        assert_int_equal(bfReader_Next(reader, &frame, NULL), BF_ERROR_END);
        assert_false(bfReader_WasCut(reader, NULL));
        bfCloseReader(reader);
    }
}

static void an_impossible_count_is_an_error_with_its_offset_after_the_frames_before(void **unused) {
    (void)unused;
    uint8_t bytes[512];
    static const int32_t counts[] = {-1, -2147483647 - 1, 2147483647, 50000000, 100};
    for (int i = 0; i < 5; ++i) {
        size_t length = makeRecording(bytes, 3, 5);
        size_t at = BF_HEADER_BYTES + 2 * bfRecordBytes(3);
        memcpy(bytes + at + 4, &counts[i], 4);
        writeBytes(bytes, length);
        bfReader *reader = openReader();
        bfFrame frame;
        bfError error;
        assert_int_equal(bfReader_Next(reader, &frame, &error), BF_OK);
        assert_int_equal(bfReader_Next(reader, &frame, &error), BF_OK);
        assert_int_equal(bfReader_Next(reader, &frame, &error), BF_ERROR_CORRUPT);
        char offset[32];
        snprintf(offset, sizeof offset, "byte %zu", at);
        assert_non_null(strstr(error.message, offset));
        bfCloseReader(reader);
    }
}

static void seeking_works_with_equal_and_with_varying_counts(void **unused) {
    (void)unused;
    uint8_t bytes[1024];
    for (int varying = 0; varying < 3; ++varying) {
        /* 2: a header that promises equal counts over records that differ */
        bfHeader header = {1, 2, varying == 1 ? 0 : 3, 0.05f, 7, -1, 0};
        bfHeader_Encode(&header, bytes);
        size_t length = BF_HEADER_BYTES;
        for (int32_t t = 0; t < 6; ++t) {
            length += putRecord(bytes + length, t, varying > 0 ? t % 4 : 3);
        }
        writeBytes(bytes, length);
        bfReader *reader = openReader();
        assert_int_equal(bfReader_CountFrames(reader), 6);
        static const int order[] = {4, 0, 5, 3, 3, 1};
        for (int i = 0; i < 6; ++i) {
            bfFrame frame;
            assert_int_equal(bfReader_Seek(reader, order[i], NULL), BF_OK);
            assert_int_equal(bfReader_Next(reader, &frame, NULL), BF_OK);
            assert_int_equal(frame.timestep, order[i]);
            assert_int_equal(frame.n, varying > 0 ? order[i] % 4 : 3);
        }
        assert_int_equal(bfReader_Seek(reader, 7, NULL), BF_ERROR_END);
        assert_int_equal(bfReader_Seek(reader, -1, NULL), BF_ERROR_END);
        bfCloseReader(reader);
    }
}

/* Found by fuzzing: one record as the header promises, then empty ones that a division would take for its cut end. */
static void a_promise_of_equal_records_is_checked_behind_the_last(void **unused) {
    (void)unused;
    uint8_t bytes[512];
    bfHeader header = {1, 2, 3, 0.05f, 7, -1, 0};
    bfHeader_Encode(&header, bytes);
    size_t length = BF_HEADER_BYTES + putRecord(bytes + BF_HEADER_BYTES, 0, 3);
    for (int32_t t = 1; t < 4; ++t) {
        length += putRecord(bytes + length, t, 0);
    }
    writeBytes(bytes, length);
    bfReader *reader = openReader();
    bfFrame frame;
    assert_int_equal(bfReader_CountFrames(reader), 4);
    assert_false(bfReader_WasCut(reader, NULL));
    assert_int_equal(bfReader_Seek(reader, 2, NULL), BF_OK);
    assert_int_equal(bfReader_Next(reader, &frame, NULL), BF_OK);
    assert_int_equal(frame.timestep, 2);
    bfCloseReader(reader);
}

static void bad_numbers_are_counted(void **unused) {
    (void)unused;
    _Alignas(4) uint8_t record[88];
    putRecord(record, 0, 5);
    float nan = NAN, infinity = INFINITY, minus = -INFINITY;
    memcpy(record + 8, &nan, 4);                    /* px[0] */
    memcpy(record + 8 + 4 * (5 + 0), &infinity, 4); /* py[0]: the same agent */
    memcpy(record + 8 + 4 * (15 + 3), &minus, 4);   /* vy[3] */
    bfFrame frame;
    assert_int_equal(bfFrame_FromRecord(record, sizeof record, &frame, NULL), BF_OK);
    assert_int_equal(bfFrame_CountBad(&frame), 2);
}

static void hashes_are_xxh64(void **unused) {
    (void)unused;
    bfFrame empty = {0, 0, NULL, NULL, NULL, NULL};
    assert_true(bfFrame_Hash(&empty) == 0xef46db3751d8e999u); /* XXH64 of nothing, seed 0 */
    static const float numbers[4] = {1.0f, 2.0f, 3.0f, 4.0f};
    bfFrame one = {0, 1, numbers, numbers + 1, numbers + 2, numbers + 3};
    assert_true(bfFrame_Hash(&one) == 0x646eb9ab3acb69ddu); /* as xxh64sum gives for these 16 bytes */
}

static void a_writers_file_appears_whole_or_not_at_all(void **unused) {
    (void)unused;
    bfHeader header = {1, 2, 3, 0.05f, 7, -1, 0};
    uint8_t record[64];
    size_t bytes = putRecord(record, 0, 3);
    bfWriter *writer;
    struct stat status;
    remove(path);
    assert_int_equal(bfCreateWriter(path, &header, NULL, &writer, NULL), BF_OK);
    assert_int_equal(bfWriter_Write(writer, record, bytes, NULL), BF_OK);
    assert_int_equal(stat(path, &status), -1);
    bfWriter_Abandon(writer);
    assert_int_equal(stat(path, &status), -1);
    assert_int_equal(bfCreateWriter(path, &header, NULL, &writer, NULL), BF_OK);
    assert_int_equal(bfWriter_Write(writer, record, bytes, NULL), BF_OK);
    assert_int_equal(bfWriter_Finish(writer, NULL), BF_OK);
    bfReader *reader = openReader();
    assert_int_equal(bfReader_Header(reader)->frame_count, 1);
    bfCloseReader(reader);
}

static void a_full_disk_is_told_and_leaves_nothing(void **unused) {
    (void)unused;
    bfHeader header = {1, 2, 3, 0.05f, 7, -1, 0};
    bfWriter *writer;
    bfError error;
    uint8_t record[64];
    size_t bytes = putRecord(record, 0, 3);
    assert_int_equal(bfCreateWriter("/dev/full", &header, NULL, &writer, &error), BF_OK);
    assert_int_equal(bfWriter_Write(writer, record, bytes, &error), BF_OK);
    assert_int_equal(bfWriter_Finish(writer, &error), BF_ERROR_WRITE);
    assert_non_null(strstr(error.message, "/dev/full"));
    assert_non_null(strstr(error.message, "free some space"));
}

static void what_cannot_be_opened_is_told_by_name(void **unused) {
    (void)unused;
    bfReader *reader;
    bfWriter *writer;
    bfError error;
    bfHeader header = {1, 2, 3, 0.05f, 7, -1, 0};
    assert_int_equal(bfOpenReader("/nowhere/x.bfs", &reader, &error), BF_ERROR_OPEN);
    assert_non_null(strstr(error.message, "/nowhere/x.bfs"));
    assert_int_equal(bfOpenReader(folder, &reader, &error), BF_ERROR_OPEN);
    assert_non_null(strstr(error.message, "is a folder"));
    assert_int_equal(bfCreateWriter("/nowhere/x.bfs", &header, NULL, &writer, &error), BF_ERROR_OPEN);
    assert_int_equal(bfCreateWriter(folder, &header, NULL, &writer, &error), BF_ERROR_OPEN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(header_bytes_are_the_formats),
        cmocka_unit_test(headers_of_other_things_are_refused_by_name),
        cmocka_unit_test(a_file_cut_anywhere_gives_its_whole_frames),
        cmocka_unit_test(the_records_decide_whatever_the_header_counts),
        cmocka_unit_test(an_impossible_count_is_an_error_with_its_offset_after_the_frames_before),
        cmocka_unit_test(seeking_works_with_equal_and_with_varying_counts),
        cmocka_unit_test(a_promise_of_equal_records_is_checked_behind_the_last),
        cmocka_unit_test(bad_numbers_are_counted),
        cmocka_unit_test(hashes_are_xxh64),
        cmocka_unit_test(a_writers_file_appears_whole_or_not_at_all),
        cmocka_unit_test(a_full_disk_is_told_and_leaves_nothing),
        cmocka_unit_test(what_cannot_be_opened_is_told_by_name),
    };
    return cmocka_run_group_tests_name("bfs", tests, makeFolder, removeFolder);
}
